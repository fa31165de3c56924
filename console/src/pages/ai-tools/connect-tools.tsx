import type { KnowledgeBase } from '@footnote/client/admin'
import { aiTools } from '../../../../widget/src/panel/ai-tool-steps.ts'
import { t } from './texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { NeedsKey } from '../widgets/needs-key.tsx'
import { NO_KEY } from '../widgets/snippets.ts'
import { useMadeKey } from '../widgets/use-made-key.ts'
import { configFile } from './config-file.ts'

/** The address, and for each tool what to paste or to open. */
export function ConnectTools({ base }: { base: KnowledgeBase }) {
  const key = useMadeKey({ name: t.aiTools.keyName, origins: null })
  const url = base.mcp_url ?? `${location.origin}/mcp/${base.id}`
  const given = {
    mcp_url: url,
    ...(base.mcp_oauth ? { mcp_oauth: true as const } : {}),
    knowledge_base_name: base.name,
    baseUrl: location.origin,
    clientKey: key.clientKey ?? NO_KEY,
  }
  const needsKey = !base.mcp_oauth && key.clientKey === undefined
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">{base.mcp_oauth ? t.aiTools.bySignIn : t.aiTools.byKey}</p>
      <Code label={t.aiTools.address} text={url} />
      {needsKey && <NeedsKey made={key} text={t.aiTools.needsKey} action={t.aiTools.makeKey} />}
      <div className="-mx-4 sm:-mx-[18px]">
        <Tabs
          label={t.aiTools.title}
          tabs={aiTools(given).map((tool) => ({
            // It becomes part of an id, which has no spaces.
            id: tool.name.replaceAll(' ', '-'),
            text: tool.name,
            content: (
              <div className="flex flex-col gap-3 px-4 pt-3 sm:px-[18px]">
                {tool.copy !== undefined && (
                  <Code label={tool.where ?? tool.name} text={tool.copy} />
                )}
                {tool.href !== undefined && (
                  <>
                    {!needsKey && (
                      <div>
                        <a href={tool.href} className={buttonClass()}>
                          {t.aiTools.openIn(tool.name)}
                        </a>
                      </div>
                    )}
                    <ConfigFile tool={tool.name} given={given} />
                  </>
                )}
              </div>
            ),
          }))}
        />
      </div>
    </div>
  )
}

function ConfigFile({ tool, given }: { tool: string; given: Parameters<typeof configFile>[1] }) {
  const file = configFile(tool, given)
  return file && <Code label={t.aiTools.file(tool, file.path)} text={file.text} />
}
