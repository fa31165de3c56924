import type { CitedLabels as Cited } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { citedLabelsQuery } from '../../api/analytics-queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import type { Period } from './analytics-query.ts'
import { t } from './texts.ts'

/** Which version, product or language answers cite. */
export function CitedLabels({ period }: { period: Period }) {
  const { knowledgeBaseId } = useScope()
  const query = useQuery(citedLabelsQuery(knowledgeBaseId, period))
  return (
    <Card title={t.analytics.labels} isFlush>
      <QueryView query={query} lines={6}>
        {({ labels }) => <LabelValues labels={labels} />}
      </QueryView>
    </Card>
  )
}

function LabelValues({ labels }: { labels: Cited['labels'] }) {
  const [chosen, setChosen] = useState('')
  const label = labels.find(({ name }) => name === chosen) ?? labels[0]
  if (!label) return <p className="px-4 pb-4 text-ink-2 sm:px-[18px]">{t.analytics.noLabels}</p>
  return (
    <>
      <div className="px-4 pb-3 sm:px-[18px]">
        <Select
          label={t.analytics.label}
          value={label.name}
          options={labels.map(({ name }) => [name, name] as const)}
          onValue={setChosen}
        />
      </div>
      <Table label={t.analytics.labels}>
        <thead>
          <tr>
            <Th>{t.analytics.value}</Th>
            <Th isNumber>{t.analytics.labelledPages}</Th>
            <Th isNumber>{t.analytics.citations}</Th>
          </tr>
        </thead>
        <tbody>
          {label.values.map(({ value, documents, cited }) => (
            <tr key={value}>
              <Td className="[overflow-wrap:anywhere]">{value}</Td>
              <Td isNumber>{formatNumber(documents)}</Td>
              <Td isNumber>{formatNumber(cited)}</Td>
            </tr>
          ))}
          {label.without > 0 && (
            <tr>
              <Td className="text-ink-3">{t.analytics.withoutLabel}</Td>
              <Td isNumber>{''}</Td>
              <Td isNumber>{formatNumber(label.without)}</Td>
            </tr>
          )}
        </tbody>
      </Table>
    </>
  )
}
