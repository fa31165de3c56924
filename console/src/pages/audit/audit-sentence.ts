import type { AuditEvent } from '@footnote/client/admin'
import { t } from './texts.ts'

const SENTENCES: Readonly<Record<string, string>> = t.audit.sentences
const VERBS: Readonly<Record<string, string>> = t.audit.verbs
const NOUNS: Readonly<Record<string, string>> = t.audit.nouns
const VISIBILITIES: Readonly<Record<string, string>> = t.audit.visibilities

/** What names a thing, in the fields that the log keeps of it. */
const NAMES = ['name', 'title', 'email', 'question', 'url']

/** “Revoked the key “Website””. `getName`: what a target is called now, if that is known. */
export function describeEvent(
  event: Pick<AuditEvent, 'action' | 'target' | 'changes'>,
  getName: (target: string) => string | undefined,
): string {
  const { action, changes } = event
  const name = nameIn(event) ?? (event.target === null ? undefined : getName(event.target))
  return fill(findSentence(action, changes), name)
}

function findSentence(action: string, changes: AuditEvent['changes']): string {
  const [noun = '', verb = ''] = action.split('.')
  const visibility = changes.find(({ field }) => field === 'visibility')?.to
  const said =
    action === 'document.change' && typeof visibility === 'string' ? VISIBILITIES[visibility] : null
  return (
    said ??
    SENTENCES[action] ??
    `${VERBS[verb] ?? `${verb.replaceAll('_', ' ')}:`} ${NOUNS[noun] ?? `the ${noun.replaceAll('_', ' ')}`}[ {name}]`
  )
}

/** What stands in brackets is left out where there is no name. */
const fill = (sentence: string, name: string | undefined): string =>
  sentence.replace(/\[(.*?)\]/, (_, part: string) =>
    name === undefined ? '' : part.replace('{name}', `“${name}”`),
  )

function nameIn({ changes }: Pick<AuditEvent, 'changes'>): string | undefined {
  for (const name of NAMES) {
    const change = changes.find(({ field }) => field === name)
    const value = change?.to ?? change?.from
    if (typeof value === 'string') return value
  }
  return undefined
}
