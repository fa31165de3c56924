import type { Element, ElementContent, Root, RootContent } from 'hast'
import { collapse } from './blocks.ts'

type Node = Root | RootContent | ElementContent

export const isElement = (node: Node): node is Element => node.type === 'element'

/** A property as text; `class` is `className`, a list, in this tree. */
export function propertyText(node: Element, name: string): string | undefined {
  const value = node.properties[name]
  if (Array.isArray(value)) return value.join(' ')
  return value === null || value === undefined || value === '' ? undefined : String(value)
}

/** `main`, else every outermost `article`, else the body without its header. */
export function findMain(tree: Root): {
  title: string | null
  main: (RootContent | ElementContent)[]
} {
  const title = outermost(tree, ({ tagName }) => tagName === 'title')[0]
  const main = outermost(tree, isMain)
  const articles = main.length > 0 ? main : outermost(tree, ({ tagName }) => tagName === 'article')
  return {
    title: title ? collapse(textOf(title)) || null : null,
    main: articles.length > 0 ? articles : withoutHeader(tree.children),
  }
}

const isMain = (node: Element): boolean =>
  node.tagName === 'main' || propertyText(node, 'role') === 'main'

function outermost(node: Node, matches: (element: Element) => boolean): Element[] {
  if (isElement(node) && matches(node)) return [node]
  return 'children' in node ? node.children.flatMap((child) => outermost(child, matches)) : []
}

function withoutHeader<Child extends RootContent | ElementContent>(children: Child[]): Child[] {
  return children
    .filter((child) => !(isElement(child) && child.tagName === 'header'))
    .map((child) =>
      isElement(child) && /^(?:html|body)$/.test(child.tagName)
        ? { ...child, children: withoutHeader(child.children) }
        : child,
    )
}

function textOf(node: Node): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

const HTML_TAGS = new Set(
  'a abbr acronym b bdi bdo big br button center cite code data del details dfn div em font i iframe img input ins kbd label li mark ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary sup svg table td th time tr tt u ul var video wbr'.split(
    ' ',
  ),
)

/** Of HTML, in any case. `<pod-name>` and `List<String>` are not. */
export const isHtmlTag = (name: string): boolean => HTML_TAGS.has(name.toLowerCase())
