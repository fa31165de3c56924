import { analyse } from '../../text/terms.ts'
import type { Sentence } from './passage-sentences.ts'

export type QuestionKind = 'definition' | 'steps' | 'quantity' | 'reason' | 'other'

/** Cues in four languages; any other question is `other` and goes by its words and meaning alone. */
const CUES: readonly (readonly [kind: QuestionKind, cue: RegExp])[] = [
  [
    'quantity',
    /\b(?:how (?:many|much|long|often|soon|large|big|far|old|fast)|what (?:year|date|time|number|percentage|size)|wie (?:viele?|lange|oft|groß)|cu[áa]nt[oa]s?|combien)\b|^\s*(?:when|wann|cu[áa]ndo|quand)\b/iu,
  ],
  [
    'steps',
    /\b(?:how (?:do|can|could|should|would|might) (?:i|you|we|one)|how to|(?:which|what) command|wie (?:kann|mache|richte|lege|erstelle|lösche|installiere|konfiguriere)\b|c[óo]mo|comment)\b/iu,
  ],
  ['reason', /^\s*(?:why|warum|wieso|weshalb|por qu[ée]|pourquoi)\b/iu],
  [
    'definition',
    /^\s*(?:(?:what|who)(?:'s|’s| is| are| was| were)|was (?:ist|sind)|wer (?:ist|war)|qu[ée] (?:es|son)|qu['’]est-ce|c['’]est quoi)(?![\p{L}])/iu,
  ],
]

export function questionKind(question: string): QuestionKind {
  return CUES.find(([, cue]) => cue.test(question))?.[0] ?? 'other'
}

const DEFINES =
  /(?:^|\s)(?:is|are|was|were|means|refers to|ist|sind|war|waren|bezeichnet|es|son|era|est|sont|était)\s|とは|是/iu
const GIVES_REASON =
  /\b(?:because|since|so that|in order to|due to|therefore|helps?|weil|denn|damit|porque|ya que|car|parce que|afin)\b/iu
const STEP =
  /^(?:to \p{L}+|you can|use|run|click|select|open|create|add|set|enter|go to|if you|um \p{L}+|klicken|verwenden|para \p{L}+|pour \p{L}+)\b/iu

/** How much a sentence's form suits the kind of question, 0 to 1. `asked` are the question's terms. */
export function shapeFit(
  kind: QuestionKind,
  { kind: form, text }: Sentence,
  asked: ReadonlySet<string>,
  language: string,
): number {
  if (kind === 'quantity') return /\p{N}/u.test(text) ? 1 : 0
  if (kind === 'steps') {
    if (form === 'code') return 0.5
    return form === 'item' || STEP.test(text) ? 1 : 0
  }
  if (kind === 'reason') return GIVES_REASON.test(text) ? 1 : 0
  if (kind !== 'definition') return 0
  return form === 'prose' ? definitionFit(text, asked, language) : termFit(text, asked, language)
}

/** The verb of a definition stands early: `A Pod is …`. */
const HEAD_LENGTH = 60

/** How well what stands before the verb is what was asked for. */
function definitionFit(text: string, asked: ReadonlySet<string>, language: string): number {
  const verb = DEFINES.exec(text.slice(0, HEAD_LENGTH))
  if (!verb) return 0
  return nameFit(text.slice(0, verb.index), asked, language)
}

/** `Pod | the smallest unit`, `Pod: the smallest unit`: what stands first is what is explained. */
const TERM = /^([^|:–—]{1,60}?)\s*(?:[|:]|\s[–—-])\s/u

/** The best of several names of one row: `document, passage`. */
function termFit(text: string, asked: ReadonlySet<string>, language: string): number {
  const names = TERM.exec(text)?.[1]?.split(',') ?? []
  return Math.max(0, ...names.map((name) => nameFit(name, asked, language)))
}

/** How well a name is what was asked for: the F1 of the two. */
export function nameFit(name: string, asked: ReadonlySet<string>, language: string): number {
  const head = new Set(analyse(name, language))
  const shared = [...head].filter((term) => asked.has(term)).length
  return shared === 0 ? 0 : (2 * shared) / (head.size + asked.size)
}

const DANGLING_WORDS: Readonly<Record<string, string>> = {
  en: "it|its|it's|this|that|these|those|they|their|them|he|she|his|her|such|however|therefore|instead|otherwise|also|then|thus|but|and|or|for example|in this case|in that case",
  de: 'er|sie|es|ihre?|seine?|dies|diese[rsmn]?|dadurch|deshalb|daher|jedoch|dabei|damit|außerdem|aber|und|dann',
  es: 'esto|est[ea]s?|eso|es[ea]s?|ello|ellos|ellas|sin embargo|además|también|entonces|pero|y',
  fr: "il|elle|ils|elles|cela|ceci|cet|cette|ces|c'est|cependant|ainsi|mais|et|alors",
  it: 'esso|essa|essi|ciò|questo|questa|questi|queste|tuttavia|inoltre|ma|e',
  pt: 'ele|ela|eles|elas|isso|isto|ess[ea]s?|est[ea]s?|porém|além disso|mas|e',
  nl: 'het|dit|dat|deze|die|ze|zij|daarom|echter|maar|en|dan',
  sv: 'den|det|de|denna|detta|dessa|därför|men|och',
  pl: 'to|ten|ta|te|tego|tych|jednak|dlatego|ale|i',
  ru: 'он|она|оно|они|это|этот|эта|эти|его|её|их|однако|поэтому|но|и',
  uk: 'він|вона|воно|вони|це|цей|ця|ці|його|її|їх|однак|тому|але|і',
}
/** For scripts without spaces, and languages with suffixes. */
const DANGLING_STARTS =
  /^(?:これ|それ|この|その|しかし|它|这|這|该|該|因此|但是|그것|그는|그러나|이것|이는|이를)/u
const DANGLING = new Map(
  Object.entries(DANGLING_WORDS).map(([language, words]) => [
    language,
    new RegExp(`^(?:${words})(?![\\p{L}\\p{N}-])`, 'iu'),
  ]),
)

/** Begins with a word that refers back, so that the sentence before is needed. */
export function isDangling(text: string, language: string): boolean {
  const plain = text.replaceAll('’', "'")
  return DANGLING_STARTS.test(plain) || DANGLING.get(language)?.test(plain) === true
}

const POINTS_ELSEWHERE =
  /^\(?(?:(?:this|on this|in this) (?:page|document|section|guide|tutorial|task|topic|article)|see (?:also )?|refer to|learn (?:more|how|about)|read (?:more|about)|understand (?:the|how)|find out|for (?:more|further|additional|complete) |for [^.]{3,60}, (?:see|refer to|check)|to learn (?:more|how)|siehe|weitere informationen|mehr (?:dazu|erfahren)|v[ée]ase|consulte|para m[áa]s|voir|consultez|pour (?:plus|en savoir))/iu

/** Says what a page is about or where to read on, and so does not answer. */
export const pointsElsewhere = (text: string): boolean => POINTS_ELSEWHERE.test(text)
