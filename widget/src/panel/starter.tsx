import { useContext } from 'preact/hooks'
import { PanelContext } from './panel-context.ts'
import type { Turn } from './turn.ts'

type Props = { readonly question: string; readonly onAsk: (question: string) => void }

export const Starter = ({ question, onAsk }: Props) => (
  <button type="button" class="starter" part="starter" dir="auto" onClick={() => onAsk(question)}>
    {question}
  </button>
)

const MAX_NEXT = 3

/**
 * Starters that were not asked yet, below the newest answer. Above the composer they would push what
 * the reader is about to click.
 */
export function Next({ turn }: { turn: Turn }) {
  const { store, asking } = useContext(PanelContext)
  const turns = store.turns.value
  const asked = new Set(turns.map(({ question }) => question))
  const unused = store.starters.value.filter((question) => !asked.has(question))
  if (turn !== turns.at(-1) || unused.length === 0) return null
  return (
    <div class="next" role="group" aria-label={store.texts.value.next}>
      {unused.slice(0, MAX_NEXT).map((question) => (
        <Starter key={question} question={question} onAsk={asking.ask} />
      ))}
    </div>
  )
}
