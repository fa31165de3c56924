import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { auditCsvHead, toCsvLine } from './audit-csv.ts'

const event = {
  id: '0199e325-b65d-793a-8b52-6a4d8f7c8b21',
  at: '2026-03-01T08:00:00.000Z',
  actor: 'ada@example.com',
  actor_id: null,
  token_id: null,
  action: 'group.change',
  target: null,
  changes: [{ field: 'name', to: 'A "quoted", name\nof two lines' }],
  address: null,
  request_id: null,
}

test('a line is read back as it was written', () => {
  const [row] = parse(auditCsvHead + toCsvLine(event), { columns: true })
  expect(row).toMatchObject({ actor: event.actor, action: event.action, target: '' })
  expect(JSON.parse((row as { changes: string }).changes)).toEqual(event.changes)
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\n=1', '＝1', '＋1', '－1', '＠A1', '﹦1'])(
  '%j is no formula',
  (actor) => {
    expect(toCsvLine({ ...event, actor })).toContain(`"'${actor}"`)
  },
)
