/**
 * What English questions have in common whatever they ask about. Written by hand, of words of
 * documentation in general: a word that is missing here costs an answer that is not recognised, and a word
 * too many one that is given to another question.
 */

/** Put in place of what is written in several words or ways, before words are compared. */
export const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:turn|switch)(?:ed|ing|s)?(?: \w+){0,3} on\b/g, 'enable'],
  [/\b(?:turn|switch)(?:ed|ing|s)?(?: \w+){0,3} off\b/g, 'disable'],
  [/\b(?:get|gets|getting) rid of\b|\btak(?:e|ing) out\b/g, 'delete'],
  [/\bset(?:ting)?[ -]up\b/g, 'setup'],
  [/\bback(?:s|ed|ing)? up\b/g, 'backup'],
  [/\b(?:go|get|bring|come|roll)(?:s|ing)?(?: \w+)? back\b/g, 'restore'],
  [/\bpull requests?\b/g, 'pr'],
  [/\bsingle sign-?on\b/g, 'sso'],
  [/\b(?:two|second|2)[ -]factor(?: authentication)?\b/g, '2fa'],
  [/\bpersonal access tokens?\b/g, 'pat'],
  [/\benv(?:ironment)? var(?:iable)?s?\b/g, 'envvar'],
  [/\b(?:large )?language models?\b/g, 'llm'],
  [/\bself[ -]host(?:s|ed|ing)?\b/g, 'selfhost'],
  [/\b(?:sign|log)(?:ged|s|ing)?[ -]?in\b/g, 'login'],
  [/\bread[ -]only\b/g, 'readonly'],
  [/\bup to date\b/g, 'update'],
  [/\bby hand\b/g, 'manually'],
  [/\bcron ?jobs?\b/g, 'cronjob'],
  [/\bwhat (?:causes|keeps)\b|\bfor what reason\b|\bwhat is the reason\b/g, 'why'],
  [
    /\b(?:can|do|does|did|is|are|was|were|has|have|could|should|would|will)n't\b|\bcannot\b/g,
    'not',
  ],
]

/** A line has words of which one may stand for the other. */
export const SYNONYMS: readonly string[] = `
create make generate build new produce write
delete remove erase drop destroy uninstall
enable activate
disable deactivate
see view show list print display look read find
limit restrict maximum max cap
add put insert attach include embed
restore recover undo revert
difference differ vs versus
run start launch trigger execute
stop cancel abort
schedule cron regular
allow permit
store save keep
set configure define specify
transfer move hand
publish expose
evaluate measure assess
protect guard
repository repo
documentation document docs doc
large big size
rotate renew replace swap
upgrade update
backup snapshot
website site
colleague coworker teammate
shell terminal
connect integrate
choose select pick
force forcibly
redact mask
permanent persistent
certain specific particular
release version
previous earlier old
stuck stay hang
internet external outside
information data
not never without
`
  .trim()
  .split('\n')

/** Words around what is asked. */
export const FRAME: ReadonlySet<string> = new Set(
  `a an the do does did i can could is are be was were my of for and that it its so any this there me we
   you your our us they them their he she somebody someone anybody people person would like want need have
   has had will may might must should shall as if than then what how which in on by with at to from into
   out possible way ways go get s m here where please tell say said explain steps
   step command best recommended right proper thing things something lets let about know set setting give
   work done name between idea meaning purpose happen some more own each per over under before after while
   during through via one ones also just very still yet now always often`
    .trim()
    .split(/\s+/),
)

/** May stand on one side alone where everything else is the same: `label a pod`, `add a label to a pod`. */
export const WEAK: ReadonlySet<string> = new Set(['create', 'add', 'set', 'use'])

/** Two questions with both words in another order are two questions. */
export const OPPOSITES: readonly (readonly [string, string])[] = [
  ['public', 'private'],
  ['local', 'remote'],
  ['source', 'target'],
  ['source', 'destination'],
  ['development', 'production'],
]

/** Asks for what there is, and not for how something is done. */
export const ASKS_WHAT = [
  /^(?:which|what) (?!(?:is|are) the (?:way|recommended|best|right|steps?)|(?:\S+ )?(?:commands?|steps?|ways?|requests?|settings?)\b|do i|has to|can i|needs)/,
  /\b(?:explain(?:ed)?|meaning|purpose|idea)\b/,
  /\bwhat (?:an? |the )?(?:\S+ ){1,3}(?:is|are|does|do)\b/,
]
