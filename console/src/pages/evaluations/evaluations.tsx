import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { runsQuery, setsQuery } from '../../api/evaluation-queries.ts'
import { EditablePage } from '../../session/editable-page.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { Gate } from './gate.tsx'
import { NewSet } from './new-set.tsx'
import { RunDetails } from './run-details.tsx'
import { RunTable } from './run-table.tsx'
import { SetDetails } from './set-details.tsx'
import { SetTable } from './set-table.tsx'
import { StartRun } from './start-run.tsx'
import { t } from './texts.ts'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/evaluations'

type Opened = { kind: 'new' } | { kind: 'set' | 'start'; id: string } | null

/** Question sets, their runs, and the gate; or one run, beside another. */
export function Evaluations() {
  const scope = useScope()
  const navigate = useNavigate()
  const { run, compare } = useSearch({ from: ROUTE })
  const [opened, setOpened] = useState<Opened>(null)
  const sets = useQuery(setsQuery(scope.knowledgeBaseId))
  const runs = useQuery(runsQuery(scope.knowledgeBaseId))
  const go = (search: { run?: string | undefined; compare?: string | undefined }) =>
    void navigate({ to: ROUTE, params: scope, search })
  const close = () => setOpened(null)
  const create = (
    <Button isChange kind="primary" onClick={() => setOpened({ kind: 'new' })}>
      {t.evaluations.newSet}
    </Button>
  )
  if (run !== undefined) return <RunDetails runId={run} otherId={compare} onGo={go} />
  const opener = (kind: 'set' | 'start') => (id: string) => setOpened({ kind, id })
  const known = sets.data?.question_sets ?? []
  return (
    <EditablePage need="editor" title={t.evaluations.title} actions={create}>
      <p className="-mt-3 text-ink-2">{t.evaluations.lead}</p>
      <Card isFlush title={t.evaluations.sets}>
        <QueryView query={sets} lines={4}>
          {({ question_sets: found }) =>
            found.length > 0 ? (
              <SetTable sets={found} onOpen={opener('set')} onRun={opener('start')} />
            ) : (
              <Empty
                title={t.evaluations.noSets}
                reason={t.evaluations.noSetsReason}
                action={create}
              />
            )
          }
        </QueryView>
      </Card>
      {known.length > 0 && (
        <>
          <Card isFlush title={t.evaluations.runs}>
            <QueryView query={runs} lines={6}>
              {({ evaluations: found }) =>
                found.length > 0 ? (
                  <RunTable runs={found} onOpen={(id) => go({ run: id })} />
                ) : (
                  <Empty title={t.evaluations.noRuns} reason={t.evaluations.noRunsReason} />
                )
              }
            </QueryView>
          </Card>
          <Gate sets={known} />
        </>
      )}
      {opened?.kind === 'new' && <NewSet onClose={close} />}
      {opened?.kind === 'set' && <SetDetails setId={opened.id} onClose={close} />}
      {opened?.kind === 'start' && <StartRun setId={opened.id} onClose={close} />}
    </EditablePage>
  )
}
