const NAME = /(?<=[\p{Ll}\p{N},;)]\s)\p{Lu}[\p{L}\p{N}]{3,}/gu

/** Words with a capital inside a sentence. In German every noun has one, so there are none. */
export const getNames = (statement: string, language: string): string[] =>
  language === 'de' ? [] : (statement.match(NAME) ?? [])
