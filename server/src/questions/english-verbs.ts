/** Verbs that titles of documentation begin with. */
export const VERBS: ReadonlySet<string> = new Set(
  'accept access activate adapt add adjust administer adopt allow analyze annotate apply approve archive ask assign attach audit authenticate authorize automate avoid back bind block bootstrap bring browse build calculate call cancel chain change check choose clean clear clone close collect combine compare complete configure connect constrain consume contribute control convert copy create customize debug declare decrypt define delete demote deploy describe design detect determine develop diagnose disable discover display distribute downgrade download drain edit embed enable encrypt enforce ensure enter escalate estimate evaluate examine exclude execute expand expire explain explore export expose extend extract fetch filter find fix follow force format generate get give grant group handle hide host identify ignore implement import improve include increase inspect install integrate interpret invite invoke join keep label launch learn leverage limit link list load lock log look make manage map measure merge migrate mirror modify monitor mount move name onboard open operate optimize organize participate pass patch pause pay perform persist pin plan prefill prepare prevent preview print process promote prompt protect provide provision publish pull purchase push put quarantine query read rebuild receive reclaim recover redirect reduce refactor refresh register release remove rename renew reopen replace report request require rerun reserve reset resize resolve restart restore restrict resume retrieve return reuse review revoke roll rotate route run save scale scan schedule search secure select send serve set share show sign simulate skip sort specify split start stop store stream submit subscribe swap switch sync tag taint target test trace track train transfer translate trigger troubleshoot tune turn unblock uninstall unlock update upgrade upload use validate verify view visualize watch work write'.split(
    ' ',
  ),
)

/** They double their last letter: `running`, `setting`. */
const DOUBLING = new Set(
  'control debug embed format get log map pin plan put run scan set skip split stop submit swap tag transfer'.split(
    ' ',
  ),
)

/** From the -ing form to the verb. */
export const GERUNDS: ReadonlyMap<string, string> = new Map(
  [...VERBS].flatMap((verb) => [
    [toGerund(verb), verb] as const,
    // As in British English: `cancelling`.
    ...(verb.endsWith('el') ? [[`${verb}ling`, verb] as const] : []),
  ]),
)

function toGerund(verb: string): string {
  if (DOUBLING.has(verb)) return `${verb}${verb.slice(-1)}ing`
  return /[^e]e$/.test(verb) ? `${verb.slice(0, -1)}ing` : `${verb}ing`
}

/** Verbs that are nouns as often, as they stand and with -ing. */
const NOUNS = new Set(
  'access audit block build call chain check control design display filter format group host limit link list load lock log map mirror mount name patch plan process prompt pull push query release report request return review route scale scan schedule search store stream tag target taint test trace track train work logging mapping processing prompting reporting routing scaling scanning scheduling streaming tagging testing tracing training'.split(
    ' ',
  ),
)
const OBJECT_START =
  /^(?:a|an|the|your|my|all|multiple|new|to|from|with|in|on|for|up|out|only|another|and|or)$/i
const PREPOSITION = /^(?:of|for|in|with|from|to|on|at|by|as|and|or|using|via)$/i
const MIN_OBJECT_WORDS = 3

export const isNoun = (word: string): boolean => NOUNS.has(word)

/** A noun before other nouns: `Test suites`, `Scheduling policies`. */
export function isCompound(first: string, rest: readonly string[]): boolean {
  if (!isNoun(first) || OBJECT_START.test(rest[0] ?? '')) return false
  const end = rest.findIndex((word) => PREPOSITION.test(word))
  return (end === -1 ? rest.length : end) < MIN_OBJECT_WORDS
}
