import { t as shared } from '../../texts.ts'

const audit = {
  title: 'Audit log',
  lead: 'Every change in this workspace: who made it, when and from where. Entries never change.',
  empty: 'No changes yet',
  emptyReason: 'Every change in this workspace appears here, newest first.',
  emptyFiltered: 'No entries match',
  emptyFilteredReason: 'No entry matches all of these filters.',
  actor: 'Who',
  actorPlaceholder: 'ada@example.com',
  action: 'Action',
  actionPlaceholder: 'key.revoke',
  target: 'Target',
  from: 'From',
  to: 'To',
  filter: 'Search',
  at: 'When',
  address: 'IP address',
  changes: 'Changes',
  noChanges: 'No fields recorded.',
  field: 'Field',
  before: 'Before',
  after: 'After',
  request: 'Request',
  viaToken: 'Access token',
  onlyTarget: 'Show only this target',
  adminToken: 'admin token',
}

export const t = { ...shared, audit }
