import { t as shared } from '../../texts.ts'

const groups = {
  title: 'Groups',
  create: 'New group',
  empty: 'No group yet',
  emptyReason:
    'A group is a part of the knowledge base that a key can be limited to, such as what only customers may read.',
  name: 'Name',
  created: 'Created',
  createdSaid: 'The group was created',
  rename: 'Rename',
  renamed: 'Renamed',
  id: 'Id',
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteEffect:
    'Its pages and sources move to where you say. Keys that may read only this group find nothing.',
  moveTo: 'Move its pages and sources to',
  noGroup: 'No group',
  deleted: 'The group was deleted',
}

export const t = { ...shared, groups }
