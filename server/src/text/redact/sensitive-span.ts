/** Characters `start` to `end` of a text. */
export type Range = { start: number; end: number }

/** At most `length` characters that come before a place: a look back must not cost the whole text. */
export const textBefore = (text: string, at: number, length: number): string =>
  text.slice(Math.max(0, at - length), at)
