import { t as shared } from '../../texts.ts'

const start = {
  title: 'New knowledge base',
  lead: 'A knowledge base holds the pages that one set of questions is answered from.',
  name: 'Name',
  nameHint: 'For example the name of your product’s documentation.',
  workspace: 'Workspace',
  newWorkspace: 'A new workspace',
  submit: 'Create knowledge base',
  created: (name: string) => `${name} was created`,
  noWorkspace: 'You are in no workspace yet',
  noWorkspaceReason: 'Ask somebody who owns one to invite you. Then load this page again.',
  noKnowledgeBase: 'No knowledge base yet',
  noKnowledgeBaseReason: 'Creating one needs the role admin. Ask somebody who has it.',
}

export const t = { ...shared, start }
