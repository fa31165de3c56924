import { t as shared } from '../../texts.ts'

const audit = {
  title: 'Audit log',
  lead: 'Every change in this workspace, by whom and from where. Rows are never changed.',
  empty: 'Nothing was changed yet',
  emptyReason: 'Every change in this workspace shows here, newest first.',
  emptyFiltered: 'No entry matches',
  emptyFilteredReason: 'No entry has all of these properties.',
  actor: 'Who',
  actorPlaceholder: 'ada@example.com',
  action: 'Action',
  actionPlaceholder: 'key.revoke',
  target: 'Target',
  from: 'From',
  to: 'To',
  filter: 'Filter',
  at: 'When',
  address: 'Address',
  changes: 'What changed',
  noChanges: 'No field was recorded.',
  field: 'Field',
  before: 'Before',
  after: 'After',
  request: 'Request',
  viaToken: 'Access token',
  onlyTarget: 'Only what was done to this',
  adminToken: 'admin token',
}

export const t = { ...shared, audit }
