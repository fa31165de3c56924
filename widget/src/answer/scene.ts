import type { Citation } from '@footnote/client'

/** What a block needs to know to be drawn. */
export type Scene = {
  readonly citations: readonly Citation[]
  readonly numbers: ReadonlyMap<number, number>
  readonly isSettled: boolean
  onLink(url: string): void
}
