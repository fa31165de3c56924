import type { QuestionSet } from '@footnote/client/admin'
import { Button } from '../../ui/button.tsx'
import { formatAge, formatNumber } from '../../ui/format.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { t } from './texts.ts'

type SetTableProps = {
  sets: readonly QuestionSet[]
  onOpen: (id: string) => void
  onRun: (id: string) => void
}

export const SetTable = ({ sets, onOpen, onRun }: SetTableProps) => (
  <Table label={t.evaluations.sets}>
    <thead>
      <tr>
        <Th>{t.evaluations.set}</Th>
        <Th isNumber>{t.evaluations.questions}</Th>
        <Th isNumber className="hidden sm:table-cell">
          {t.evaluations.updated}
        </Th>
        <Th>
          <span className="sr-only">{t.palette.actions}</span>
        </Th>
      </tr>
    </thead>
    <tbody>
      {sets.map(({ id, name, questions, updated_at }) => (
        <tr key={id}>
          <Td>
            <RowButton dir="auto" className="font-[550]" onClick={() => onOpen(id)}>
              {name}
            </RowButton>
          </Td>
          <Td isNumber>{formatNumber(questions)}</Td>
          <Td isNumber className="hidden whitespace-nowrap text-ink-3 sm:table-cell">
            {formatAge(updated_at)}
          </Td>
          <Td className="w-px whitespace-nowrap">
            <Button
              isChange
              disabled={questions === 0}
              aria-label={t.evaluations.runNow(name)}
              onClick={() => onRun(id)}
            >
              {t.evaluations.run}
            </Button>
          </Td>
        </tr>
      ))}
    </tbody>
  </Table>
)
