import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx'

/** Components whose name is the kind of note. */
const NOTES = /^(?:Note|Warning|Tip|Info|Caution|Danger|Important|Check|Hint)$/
const LABELS = ['label', 'title', 'header', 'summary', 'heading']

const ADMONITION = /^(?:Admonition|Callout|Aside|Alert)$/
const PANEL = /^(?:Tab|TabItem|Step|Accordion|Details)$/

/** Whether the label goes before the text, even within one line. */
export const isLabelled = ({ name }: MdxJsxTextElement): boolean =>
  NOTES.test(name ?? '') || ADMONITION.test(name ?? '') || PANEL.test(name ?? '')

/** What a component shows before its content. */
export function findLabel(node: MdxJsxFlowElement | MdxJsxTextElement): string | null {
  const attributes = new Map(
    node.attributes.flatMap((attribute) =>
      attribute.type === 'mdxJsxAttribute' && typeof attribute.value === 'string'
        ? [[attribute.name, attribute.value] as const]
        : [],
    ),
  )
  if (node.name === 'img') return attributes.get('alt') ?? null
  const label = LABELS.map((name) => attributes.get(name)).find((value) => value)
  if (label !== undefined) return label
  if (node.name === 'TabItem') return attributes.get('value') ?? null
  const kind = ADMONITION.test(node.name ?? '')
    ? (attributes.get('type') ?? attributes.get('variant'))
    : null
  const name = kind ?? (NOTES.test(node.name ?? '') ? node.name : null)
  return name ? name.charAt(0).toUpperCase() + name.slice(1) : null
}

/** `{'text'}` is text; any other expression is code. */
export const expressionText = (expression: string): string =>
  /^\s*(["'`])([^"'`]*)\1\s*$/.exec(expression)?.[2] ?? ''
