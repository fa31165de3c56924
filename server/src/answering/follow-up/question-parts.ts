/** What is asked for two things: `X or Y`, `what is the difference`, `… versus …`. In the widget's languages. */
const COMPARING: Readonly<Record<string, string>> = {
  en: 'or|versus|differ|differs|different|difference|differences|compare|compared|comparison|better|instead of|rather than',
  de: 'oder|versus|unterschied|unterschiede|unterscheiden|unterscheidet|vergleich|vergleiche|verglichen|besser|statt|anstatt',
  es: 'o|frente a|diferencia|diferencias|diferencian|comparar|comparación|mejor|en lugar de',
  fr: 'ou|plutôt que|différence|différences|diffère|diffèrent|comparer|comparaison|mieux|au lieu de',
  pt: 'ou|versus|diferença|diferenças|diferem|comparar|comparação|melhor|em vez de',
}

/** How a second question begins behind the first one. */
const AND_ASKING: Readonly<Record<string, string>> = {
  en: 'and (?:then )?(?:how|what|which|why|when|where|who|can|could|do|does|did|is|are|should|may|must|will)',
  de: 'und (?:dann )?(?:wie|was|welche[rsn]?|warum|wann|wo|wer|kann|können|ist|sind|soll|muss|darf)',
  es: 'y (?:cómo|qué|cuál|cuáles|por qué|cuándo|dónde|quién|puedo|es|son|debo)',
  fr: 'et (?:comment|que|quel|quelle|quels|quelles|pourquoi|quand|où|qui|puis-je|est-ce)',
  pt: 'e (?:como|o que|qual|quais|por que|quando|onde|quem|posso|é|são|devo)',
}

/** In any language; Arabic, Chinese and Japanese have no spaces to tell a word by. */
const ANYWHERE =
  /(?<!\p{L})vs\.?(?!\p{L})|还是|區別|区别|差别|不同|比较|以及如何|違い|比較|それとも|والفرق|الفرق|مقارنة|(?<!\p{L})أم(?!\p{L})/iu

const QUESTION_MARK = /[?？؟]/u
const WORD = /[\p{L}\p{N}]/u

const CUES = new Map(
  Object.entries(COMPARING).map(([language, words]) => [
    language,
    new RegExp(
      `(?<![\\p{L}\\p{N}-])(?:${words}|${AND_ASKING[language] ?? words})(?![\\p{L}\\p{N}-])`,
      'iu',
    ),
  ]),
)

/** Whether a question may ask for more than one thing. Cheap: what it finds, a model is asked about. */
export const mayHaveParts = (question: string, language: string): boolean =>
  countQuestions(question) > 1 ||
  ANYWHERE.test(question) ||
  CUES.get(language)?.test(question) === true

/** What stands behind the last question mark is no question. */
const countQuestions = (text: string): number =>
  text
    .split(QUESTION_MARK)
    .slice(0, -1)
    .filter((part) => WORD.test(part)).length
