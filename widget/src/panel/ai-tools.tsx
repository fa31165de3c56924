import { useContext, useEffect, useRef } from 'preact/hooks'
import css from './ai-tools.css?inline'
import { aiTools, mcpAddress } from './ai-tool-steps.ts'
import { CopyButton } from './copy-button.tsx'
import { PanelContext } from './panel-context.ts'

export { AiTools as View, css }

/** How a reader asks the same pages from the tool they work in. */
function AiTools() {
  const { store } = useContext(PanelContext)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  const { value: config } = store.config
  if (!config) return null
  const texts = store.texts.value
  const { baseUrl, clientKey } = store.options.value
  const given = { ...config, baseUrl, clientKey }
  const row = (name: string, text: string, where?: string) => (
    <li key={name}>
      <div class="tool-head">
        <b>{name}</b>
        <CopyButton text={text} />
      </div>
      {where && <span class="hint">{where}</span>}
      <code class="tool-code" dir="ltr">
        {text}
      </code>
    </li>
  )
  return (
    <div class="tools" role="group" aria-label={texts.aiTools} tabIndex={-1} ref={ref}>
      <p class="quiet">
        {texts.aiToolsIntro} {config.mcp_oauth && texts.aiToolsSignIn}
      </p>
      <ul>
        {aiTools(given).map(({ name, copy, href, where }) =>
          copy === undefined ? (
            <li key={name}>
              <a class="button" href={href ?? ''}>
                {name}
              </a>
            </li>
          ) : (
            row(name, copy, where)
          ),
        )}
        {row(texts.aiToolsAddress, mcpAddress(given))}
      </ul>
    </div>
  )
}
