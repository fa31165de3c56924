import { SaxesParser } from 'saxes'
import { UnreadableDocument } from '../unreadable-document.ts'

export type XmlHandlers = {
  /** Names without their prefix, attributes with it. */
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const MAX_DEPTH = 1_000

/** Parses XML as a stream. Refuses entity declarations, which can turn a kilobyte into a terabyte. */
export function createXmlParser(handlers: XmlHandlers) {
  const parser = new SaxesParser()
  let depth = 0
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/i.test(doctype)) throw new UnreadableDocument('it declares XML entities')
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > MAX_DEPTH) throw new UnreadableDocument('its elements are nested too deeply')
    handlers.open?.(localName(name), attributes)
  })
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  parser.on('closetag', ({ name }) => {
    depth -= 1
    handlers.close?.(localName(name))
  })
  parser.on('error', (error) => {
    throw error
  })
  return {
    write: (text: string): void => void parser.write(text),
    end: (): void => void parser.close(),
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

export function parseXml(xml: string, handlers: XmlHandlers): void {
  const parser = createXmlParser(handlers)
  parser.write(xml)
  parser.end()
}

/** An opening, closing or empty tag. A `>` in an attribute does not end it. */
const TAG = /<(\/)?[\w:.-]+(?:[^<>"'/]|"[^"]*"|'[^']*'|\/(?!>))*(\/)?>/g

/** For parsers other than this one, which have no limits of their own. */
export function refuseUnsafeXml(xml: string): void {
  if (/<!ENTITY/i.test(xml)) throw new UnreadableDocument('it declares XML entities')
  let depth = 0
  for (const [, closes, isEmpty] of xml.matchAll(TAG)) {
    if (closes !== undefined) depth -= 1
    else if (isEmpty === undefined) depth += 1
    if (depth > MAX_DEPTH) throw new UnreadableDocument('its elements are nested too deeply')
  }
}
