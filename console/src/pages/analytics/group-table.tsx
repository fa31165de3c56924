import type { Analytics } from '@footnote/client/admin'
import { Card } from '../../ui/card.tsx'
import { formatMoney, formatNumber, formatShare } from '../../ui/format.ts'
import { Table, Td, Th } from '../../ui/table.tsx'
import type { Grouping } from './analytics-query.ts'
import { valueOf } from './analytics-query.ts'
import type { GroupName } from './lines.ts'
import { t } from './texts.ts'

type GroupTableProps = {
  grouping: Grouping
  groups: NonNullable<Analytics['groups']>
  currency: string | null
  getName: GroupName
}

export const GroupTable = ({ grouping, groups, currency, getName }: GroupTableProps) => (
  <Card title={t.analytics.grouped(t.analytics.groups[grouping])} isFlush>
    <Table label={t.analytics.grouped(t.analytics.groups[grouping])}>
      <thead>
        <tr>
          <Th>{t.analytics.groups[grouping]}</Th>
          <Th isNumber>{t.analytics.measures.questions}</Th>
          <Th isNumber>{t.analytics.figures.covered}</Th>
          <Th isNumber className="hidden sm:table-cell">
            {t.analytics.figures.ratedUp}
          </Th>
          <Th isNumber className="hidden sm:table-cell">
            {t.analytics.figures.firstWords}
          </Th>
          <Th isNumber className="hidden sm:table-cell">
            {t.analytics.figures.failed}
          </Th>
          <Th isNumber className="hidden sm:table-cell">
            {t.analytics.measures.cost}
          </Th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ value, totals }) => {
          const seconds = valueOf(totals, 'first_p95')
          return (
            <tr key={value ?? ''}>
              <Td className="min-w-28">{getName(value)}</Td>
              <Td isNumber>{formatNumber(totals.questions)}</Td>
              <Td isNumber>{formatShare(totals.covered, totals.covered + totals.not_covered)}</Td>
              <Td isNumber className="hidden sm:table-cell">
                {formatShare(totals.rated_up, totals.rated_up + totals.rated_down)}
              </Td>
              <Td isNumber className="hidden sm:table-cell">
                {seconds === null ? '–' : t.analytics.seconds(formatNumber(seconds))}
              </Td>
              <Td isNumber className="hidden sm:table-cell">
                {formatNumber(totals.failed)}
              </Td>
              <Td isNumber className="hidden sm:table-cell">
                {formatMoney(totals.cost, currency)}
              </Td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  </Card>
)
