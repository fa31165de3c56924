/** A sentence made wrong in one way; null where it has nothing to make wrong. */
export type Injection = (
  statement: string,
  passages: { own: readonly string[]; others: readonly string[] },
) => string | null

const NUMBER =
  /(?<![\p{L}\p{N}.,_/:-])\d{1,3}(?:,\d{3})+(?![\p{N}])|(?<![\p{L}\p{N}.,_/:-])\d+(?:\.\d+)?(?![\p{N}.,_/:-]\p{N}|\p{L}|\p{N})/u
const numbersOf = (text: string): string[] => text.match(new RegExp(NUMBER, 'gu')) ?? []
const has = (texts: readonly string[], value: string) =>
  texts.some((text) => numbersOf(text).some((number) => number.replaceAll(',', '') === value))

const OTHER_UNITS: Readonly<Record<string, string>> = {
  second: 'minute',
  minute: 'hour',
  hour: 'day',
  day: 'week',
  week: 'month',
  month: 'year',
  year: 'month',
  kb: 'MB',
  mb: 'GB',
  gb: 'TB',
  million: 'billion',
  billion: 'million',
  meter: 'kilometer',
  metre: 'kilometre',
  mile: 'foot',
  km: 'm',
}

const AUXILIARY =
  /\b(is|are|was|were|can|could|will|would|should|must|may|has|have|had|does|do|did)\b(?!\s*(?:not|n['’]t|never|no)\b|n['’]t)/i
const NEGATION = /\b(cannot|can['’]t|never)\b|\s+not\b|n['’]t\b/i
const NAME = /(?<=[\p{Ll},]\s)\p{Lu}\p{Ll}{3,}\b/gu

export const INJECTIONS: Readonly<Record<string, Injection>> = {
  'number made up': (statement, { own }) => {
    const number = NUMBER.exec(statement)?.[0]
    if (number === undefined) return null
    let value = Math.round(Number(number.replaceAll(',', '')) * 1.5) + 1
    while (has(own, String(value))) value += 1
    return statement.replace(NUMBER, String(value))
  },
  'number of the passage': (statement, { own }) => {
    const number = NUMBER.exec(statement)?.[0]
    if (number === undefined) return null
    const stated = new Set(numbersOf(statement).map((value) => value.replaceAll(',', '')))
    const others = own.flatMap(numbersOf).filter((value) => !stated.has(value.replaceAll(',', '')))
    const other = others.find((value) => value.length === number.length) ?? others[0]
    return other === undefined ? null : statement.replace(NUMBER, other)
  },
  unit: (statement) => {
    const pattern = new RegExp(
      String.raw`(\d\s?)(${Object.keys(OTHER_UNITS).join('|')})(e?s)?\b`,
      'i',
    )
    if (!pattern.test(statement)) return null
    return statement.replace(
      pattern,
      (_, before: string, unit: string, plural = '') =>
        `${before}${OTHER_UNITS[unit.toLowerCase()] ?? ''}${plural}`,
    )
  },
  'negation added': (statement) =>
    AUXILIARY.test(statement) ? statement.replace(AUXILIARY, '$1 not') : null,
  'negation removed': (statement) =>
    NEGATION.test(statement)
      ? statement.replace(NEGATION, (found) =>
          /^can/i.test(found) ? 'can' : /^never/i.test(found) ? 'always' : '',
        )
      : null,
  'name swapped': (statement, { own, others }) => {
    const text = own.join('\n')
    const name = (statement.match(NAME) ?? []).find((word) => text.includes(word))
    const known = new Set(own.flatMap((passage) => passage.match(/\p{L}+/gu) ?? []))
    const other = others
      .flatMap((passage) => passage.match(NAME) ?? [])
      .find((word) => !known.has(word))
    return name === undefined || other === undefined ? null : statement.replaceAll(name, other)
  },
}
