import type { KnowledgeBase } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { knowledgeBaseQuery } from '../../api/queries.ts'
import { EditablePage } from '../../session/editable-page.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Code } from '../../ui/copy.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { ConnectTools } from './connect-tools.tsx'

/** How tools reach the knowledge base: by MCP, or by files that they read. */
export function AiTools() {
  const { knowledgeBaseId } = useScope()
  const query = useQuery(knowledgeBaseQuery(knowledgeBaseId))
  return (
    <EditablePage need="admin" title={t.aiTools.title}>
      <p className="-mt-3 text-ink-2">{t.aiTools.lead}</p>
      <QueryView query={query} lines={8}>
        {(base) => (
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <Card title={t.aiTools.mcp}>
              {base.mcp_enabled ? (
                <ConnectTools base={base} />
              ) : (
                <Empty
                  title={t.aiTools.mcpOff}
                  reason={t.aiTools.mcpOffReason}
                  action={<SettingsLink />}
                />
              )}
            </Card>
            <ReadableFiles base={base} />
          </div>
        )}
      </QueryView>
    </EditablePage>
  )
}

const SettingsLink = () => (
  <Link
    to="/w/$workspaceId/kb/$knowledgeBaseId/settings"
    params={useScope()}
    className={buttonClass()}
  >
    {t.aiTools.toSettings}
  </Link>
)

function ReadableFiles({ base }: { base: KnowledgeBase }) {
  const root = `${location.origin}/api/v1/public/knowledge-bases/${base.id}`
  const isAllOn = base.llms_txt && base.page_markdown
  return (
    <Card title={t.aiTools.readable}>
      <div className="flex flex-col gap-3">
        {base.llms_txt ? (
          <>
            <Code label={t.aiTools.llms} text={`${root}/llms.txt`} />
            <Code label={t.aiTools.llmsFull} text={`${root}/llms-full.txt`} />
          </>
        ) : (
          <p className="text-ink-2">{t.aiTools.llmsOff}</p>
        )}
        {base.page_markdown ? (
          <Code
            label={t.aiTools.markdown}
            text={`${root}/page.md?url=${encodeURIComponent('https://docs.example.com/page')}`}
          />
        ) : (
          <p className="text-ink-2">{t.aiTools.markdownOff}</p>
        )}
        {!isAllOn && (
          <div>
            <SettingsLink />
          </div>
        )}
      </div>
    </Card>
  )
}
