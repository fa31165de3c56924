import type { Citation } from '@footnote/client'

/** What a block needs to know to be drawn. */
export type Scene = {
  readonly citations: readonly Citation[]
  readonly numbers: ReadonlyMap<number, number>
  readonly isSettled: boolean
  /** Marked in the text: the words of the question, where sections are quoted. */
  readonly marked: ReadonlySet<string>
  onLink(url: string): void
}
