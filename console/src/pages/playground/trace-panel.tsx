import { useState } from 'react'
import { t } from './texts.ts'
import { TextField } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Empty } from '../../ui/query-view.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { WhyNotFound } from '../documents/why-not-found.tsx'
import { Timings } from './timings.tsx'
import { TracePassages } from './trace-passages.tsx'
import type { Trace, Turn } from './use-playground.ts'

/** How the newest answer came about. */
export function TracePanel({ turn }: { turn: Turn | undefined }) {
  const trace = turn?.trace
  return (
    <section
      aria-label={t.playground.tabs.passages}
      className="min-w-0 rounded-card border border-line bg-surface"
    >
      {turn && trace ? (
        <>
          <Tabs
            label={t.playground.title}
            tabs={[
              {
                id: 'passages',
                text: t.playground.tabs.passages,
                content: <TracePassages turn={turn} trace={trace} />,
              },
              { id: 'prompt', text: t.playground.tabs.prompt, content: <Prompt trace={trace} /> },
              {
                id: 'why',
                text: t.playground.tabs.why,
                content: <Why question={trace.search.text} />,
              },
              { id: 'json', text: t.playground.tabs.json, content: <Json trace={trace} /> },
            ]}
          />
          <Timings trace={trace} />
        </>
      ) : (
        <Empty title={t.playground.noTrace} reason={t.playground.noTraceReason} />
      )}
    </section>
  )
}

const TEXT_BLOCK =
  'max-h-[32rem] overflow-auto rounded-card bg-sunken px-3.5 py-3 font-mono text-xs whitespace-pre-wrap'

function Prompt({ trace }: { trace: Trace }) {
  const { input_tokens, output_tokens, prompt } = trace
  const text = prompt.text ?? null
  return (
    <div className="flex flex-col gap-2 p-4">
      {input_tokens !== null && output_tokens !== null && (
        <p className="text-ink-2">
          {t.playground.tokens(formatNumber(input_tokens), formatNumber(output_tokens))}
        </p>
      )}
      {text === null ? (
        <p className="text-ink-2">{t.playground.noPrompt}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <pre tabIndex={0} role="group" aria-label={t.playground.tabs.prompt} className={TEXT_BLOCK}>
          {text}
        </pre>
      )}
    </div>
  )
}

function Why({ question }: { question: string }) {
  const [url, setUrl] = useState('')
  return (
    <div className="flex flex-col gap-3 p-4">
      <TextField
        label={t.playground.whyUrl}
        type="url"
        placeholder="https://"
        value={url}
        onValue={setUrl}
      />
      {URL.canParse(url) && <WhyNotFound url={url} question={question} />}
    </div>
  )
}

const Json = ({ trace }: { trace: Trace }) => (
  <div className="p-4">
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
    <pre tabIndex={0} role="group" aria-label={t.playground.tabs.json} className={TEXT_BLOCK}>
      {JSON.stringify(trace, null, 2)}
    </pre>
  </div>
)
