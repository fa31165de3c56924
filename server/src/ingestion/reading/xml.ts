import { SaxesParser } from 'saxes'
import { UnreadableDocument } from './unreadable.ts'

export type XmlHandlers = {
  /** Names without their prefix, attributes with it. */
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const MAX_DEPTH = 1_000

/** Reads XML as it comes. Entities of its own, with which a kilobyte can become a terabyte, are refused. */
export function createXmlReader(handlers: XmlHandlers) {
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

export function readXml(xml: string, handlers: XmlHandlers): void {
  const reader = createXmlReader(handlers)
  reader.write(xml)
  reader.end()
}

/** For parsers other than this one. */
export function refuseEntities(xml: string): void {
  if (/<!ENTITY/i.test(xml)) throw new UnreadableDocument('it declares XML entities')
}
