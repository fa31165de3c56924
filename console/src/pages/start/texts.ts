import { t as shared } from '../../texts.ts'

const start = {
  title: 'New knowledge base',
  lead: 'A knowledge base holds the pages that answers come from.',
  name: 'Name',
  nameHint: 'Such as the name of your product’s documentation.',
  workspace: 'Workspace',
  newWorkspace: 'New workspace',
  submit: 'Create knowledge base',
  created: (name: string) => `${name} created`,
  noWorkspace: 'You are not in a workspace yet',
  noWorkspaceReason: 'Ask a workspace owner to invite you, then reload this page.',
  noKnowledgeBase: 'No knowledge bases yet',
  noKnowledgeBaseReason: 'Creating one needs the admin role. Ask someone who has it.',
}

export const t = { ...shared, start }
