import { useQuery, useQueryClient } from '@tanstack/react-query'
import { pricesQuery } from '../../api/cost-queries.ts'
import { answerModelQuery, reembedQuery } from '../../api/queries.ts'
import { useStream } from '../../api/use-stream.ts'
import { Changes } from '../../session/changes.tsx'
import { EditablePage } from '../../session/editable-page.tsx'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Card } from '../../ui/card.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { AnswerModelForm } from './answer-model-form.tsx'
import { EmbeddingModel } from './embedding-model.tsx'
import { PricesForm } from './prices-form.tsx'

/** States that change by themselves. */
const FOLLOWED: ReadonlySet<string | undefined> = new Set(['building', 'evaluating'])

export function Models() {
  const { knowledgeBaseId, workspaceId } = useScope()
  const prices = useQuery(pricesQuery(workspaceId))
  const answer = useQuery(answerModelQuery(knowledgeBaseId))
  const queries = useQueryClient()
  const progress = reembedQuery(knowledgeBaseId)
  const embedding = useQuery(progress)
  useStream({
    name: FOLLOWED.has(embedding.data?.state) ? knowledgeBaseId : null,
    open: (signal) => admin().reembed.follow(knowledgeBaseId, { signal }),
    onEvent: (event) => queries.setQueryData(progress.queryKey, event),
  })
  return (
    <EditablePage need="admin" title={t.models.title}>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Card title={t.models.answer}>
          <p className="mb-4 text-ink-2">{t.models.answerLead}</p>
          <QueryView query={answer} lines={6}>
            {(model) => <AnswerModelForm key={knowledgeBaseId} saved={model} />}
          </QueryView>
        </Card>
        <Card title={t.models.embedding}>
          <p className="mb-4 text-ink-2">{t.models.embeddingLead}</p>
          <QueryView query={embedding} lines={6}>
            {(state) => (
              <Changes need="editor">
                <EmbeddingModel state={state} />
              </Changes>
            )}
          </QueryView>
        </Card>
        <Card title={t.models.prices} className="xl:col-span-2">
          <p className="mb-4 text-ink-2">{t.models.pricesLead}</p>
          <QueryView query={prices} lines={6}>
            {(saved) => (
              <Changes need="admin" place="workspace">
                <PricesForm key={workspaceId} saved={saved} />
              </Changes>
            )}
          </QueryView>
        </Card>
      </div>
    </EditablePage>
  )
}
