import type { Element, ElementContent } from 'hast'
import { getClass, isElement, propertyText } from './html-tree.ts'

/** `language-js`, `highlight-source-shell`, and Pandoc's `sourceCode bash`. */
const LANGUAGE_CLASS = /\b(?:language|lang|highlight(?:-source)?)-([\w+#-]+)|\bsourceCode (\w+)/
/** Names that mean no language. */
const NO_LANGUAGE = /^(?:default|none|plain|plaintext|text|txt|notranslate)$/
const LINE_NUMBERS = /(?:^|\s)(?:linenos?|line-?numbers?|lineno|gutter|blob-num)(?:\s|$)/i
const DROPPED = /^(?:button|script|style|svg|select)$/
/** One per line, in tools that number or highlight lines. */
const LINE_ELEMENT = /^(?:div|p|li|tr)$/

/** The language that an element names for the code inside it. */
export function codeLanguage(node: Element): string | undefined {
  const match = LANGUAGE_CLASS.exec(getClass(node))
  const name =
    propertyText(node, 'dataLanguage') ?? propertyText(node, 'dataLang') ?? match?.[1] ?? match?.[2]
  return name === undefined || NO_LANGUAGE.test(name) ? undefined : name
}

export const isLineNumbers = (node: Element): boolean => LINE_NUMBERS.test(getClass(node))

/** Code with its white space, without line numbers and copy buttons. */
export function codeText(node: ElementContent): string {
  if (node.type === 'text') return node.value
  if (!isElement(node) || DROPPED.test(node.tagName) || isLineNumbers(node)) return ''
  if (node.tagName === 'br') return '\n'
  const text = node.children.map(codeText).join('')
  return LINE_ELEMENT.test(node.tagName) && !text.endsWith('\n') ? `${text}\n` : text
}
