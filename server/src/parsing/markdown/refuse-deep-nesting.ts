import { UnreadableDocument } from '../unreadable-document.ts'

/** The parser's work grows with the square of the depth; no page that people read comes near this. */
const MAX_DEPTH = 1_000

/** One mark of a list item or a quote, as often as they can stand in front of a line's text. */
const CONTAINERS = /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))+/
const THEMATIC_BREAK = /^[ \t]*([-*])[ \t]*(?:\1[ \t]*)*$/

/** Refuses lists and quotes inside each other by the thousand, before the parser meets them. */
export function refuseDeepNesting(markdown: string): void {
  for (const line of markdown.split('\n')) {
    const marks = CONTAINERS.exec(line)?.[0].match(/>|[-+*]|\d+/g) ?? []
    if (marks.length > MAX_DEPTH && !THEMATIC_BREAK.test(line))
      throw new UnreadableDocument('its elements are nested too deeply')
  }
}
