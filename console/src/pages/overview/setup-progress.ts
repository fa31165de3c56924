/** Steps that leave no trace on the server: the playground stores nothing, and a copy is a copy. */
type LocalStep = 'asked' | 'copied' | 'hidden'

const toKey = (knowledgeBaseId: string, step: LocalStep) => `footnote.${step}.${knowledgeBaseId}`

export const markDone = (knowledgeBaseId: string, step: LocalStep): void =>
  localStorage.setItem(toKey(knowledgeBaseId, step), 'true')

export const hasDone = (knowledgeBaseId: string, step: LocalStep): boolean =>
  localStorage.getItem(toKey(knowledgeBaseId, step)) === 'true'
