import type { Evaluation } from '@footnote/client/admin'
import { formatAge, formatNumber } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import type { Figure } from './figures.ts'
import { formatFigure, formatPassed } from './figures.ts'
import { t } from './texts.ts'

const SHOWN = ['recall', 'citation_precision', 'false_abstention', 'p95_ms'] as const
const WIDE = 'hidden whitespace-nowrap xl:table-cell'

type RunTableProps = { runs: readonly Evaluation[]; onOpen: (id: string) => void }

export const RunTable = ({ runs, onOpen }: RunTableProps) => (
  <Table label={t.evaluations.runs}>
    <thead>
      <tr>
        <Th>{t.evaluations.run}</Th>
        <Th isNumber>{t.evaluations.figures.passed}</Th>
        {SHOWN.map((figure) => (
          <Th key={figure} isNumber className={WIDE}>
            {t.evaluations.figures[figure]}
          </Th>
        ))}
        <Th isNumber className="hidden sm:table-cell">
          {t.evaluations.when}
        </Th>
      </tr>
    </thead>
    <tbody>
      {runs.map((run) => (
        <tr key={run.id}>
          <Td>
            <RowButton dir="auto" onClick={() => onOpen(run.id)}>
              {getName(run)}
            </RowButton>
            <div className="text-xs text-ink-3">{run.set_name}</div>
          </Td>
          <Td isNumber>
            <Passed run={run} />
          </Td>
          {SHOWN.map((figure: Figure) => (
            <Td key={figure} isNumber className={WIDE}>
              {formatFigure(figure, run.metrics)}
            </Td>
          ))}
          <Td isNumber className="hidden whitespace-nowrap text-ink-3 sm:table-cell">
            {formatAge(run.created_at)}
          </Td>
        </tr>
      ))}
    </tbody>
  </Table>
)

export const getName = ({ label }: Pick<Evaluation, 'label'>): string =>
  label === '' ? t.evaluations.unlabelled : label

export function Passed({ run }: { run: Evaluation }) {
  const { state, done, total } = run
  if (state === 'completed') return <>{formatPassed(run)}</>
  if (state === 'failed') return <Pill tone="bad">{t.evaluations.states.failed}</Pill>
  const progress = t.evaluations.progress(formatNumber(done), formatNumber(total))
  return <Pill tone="accent">{state === 'queued' ? t.evaluations.states.queued : progress}</Pill>
}
