export type BlockKind = 'heading' | 'text' | 'list' | 'code' | 'table'

/** Where a block of the document is in its passage's content. */
export type BlockSpan = {
  kind: BlockKind
  /** Character offsets; `end` is the first character after the block. */
  start: number
  end: number
  /** The anchor of a heading, where it has one. */
  anchor?: string
}
