import { t as shared } from '../../texts.ts'

const groups = {
  title: 'Groups',
  create: 'Create group',
  empty: 'No groups yet',
  emptyReason:
    'A group is a part of the knowledge base that keys can be limited to, such as pages for customers only.',
  name: 'Name',
  created: 'Created',
  createdSaid: 'Group created',
  change: 'Edit',
  changed: 'Saved',
  signedOnly: 'Only signed readers',
  signedOnlyHint:
    'Keys show it only to readers whose signed token names this group. Register who signs under Signed readers.',
  id: 'ID',
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteEffect:
    'Its pages and sources move to the group you choose. Keys limited to this group find nothing.',
  moveTo: 'Move pages and sources to',
  noGroup: 'No group',
  deleted: 'Group deleted',
}

export const t = { ...shared, groups }
