import type { Element, ElementContent, RootContent } from 'hast'
import type { BlockWriter } from './blocks.ts'
import { lines } from './blocks.ts'
import type { Tabs } from './html-tabs.ts'

export type Reading = {
  writer: BlockWriter
  /** Inline text since the last block ended. */
  text: string
  /** The id of an element just entered: Sphinx puts a heading's id on its section. */
  pendingId: string | undefined
  /** What an element around the code names, as `div.highlight-python` does. */
  codeLanguage: string | undefined
  tabs: Tabs
  structured: ReadonlySet<Element>
  firstRowIsHeader: boolean
  /** For what is inside of a list. */
  read: (reading: Reading, node: RootContent | ElementContent) => void
}

export function flush(reading: Reading): void {
  const text = lines(reading.text)
  reading.text = ''
  if (text === '') return
  reading.writer.text(text)
  reading.pendingId = undefined
}
