import type { Element, ElementContent, Root, RootContent } from 'hast'
import { getClass, isElement, outermost, propertyText, getRole, textLength } from './html-tree.ts'

type Content = RootContent | ElementContent

/** Names for the content of a page in tools that do not use `main`. */
const CONTENT_NAME =
  /(?:^|\s)(?:markdown-body|md-content|theme-doc-markdown|document-?body|article-?(?:body|content)|post-?(?:body|content)|entry-content|page-content|main-content|rst-content|content)(?:\s|$)/i
/** An article with this share of the text in `main` is the page; a smaller one is one of many. */
const MIN_ARTICLE_SHARE = 0.6
/** On a page without `main`, a part with this share of the text is its content. */
const MIN_CONTENT_SHARE = 0.4

/** `main`, or the one article in it; else all articles, else the content by name, else the body. */
export function findMain(tree: Root): Content[] {
  const main = outermost(tree, isMain)
  const articles = (main.length > 0 ? main : [tree]).flatMap((node) => outermost(node, isArticle))
  if (main.length > 0) {
    const isWhole = textLength(articles) >= MIN_ARTICLE_SHARE * textLength(main)
    return articles.length === 1 && isWhole ? articles : main
  }
  if (articles.length > 0) return articles
  const named = outermost(tree, isContent)
  const body = withoutHeader(tree.children)
  return textLength(named) > MIN_CONTENT_SHARE * textLength(body) ? named : body
}

const isMain = (node: Element): boolean => node.tagName === 'main' || getRole(node) === 'main'
const isArticle = ({ tagName }: Element): boolean => tagName === 'article'

const isContent = (node: Element): boolean =>
  /^(?:div|section)$/.test(node.tagName) &&
  (CONTENT_NAME.test(getClass(node)) ||
    CONTENT_NAME.test(propertyText(node, 'id') ?? '') ||
    propertyText(node, 'itemProp') === 'articleBody')

/** Drops the header of the page, but not of a part of it, which has text of its own. */
function withoutHeader<Child extends Content>(children: Child[]): Child[] {
  return children
    .filter((child) => !(isElement(child) && child.tagName === 'header'))
    .map((child) =>
      isElement(child) && isWrapper(child, children)
        ? { ...child, children: withoutHeader(child.children) }
        : child,
    )
}

/** `html`, `body`, and a `div` without sibling `div`s. */
const isWrapper = (child: Element, siblings: readonly Content[]): boolean =>
  /^(?:html|body)$/.test(child.tagName) ||
  (child.tagName === 'div' &&
    siblings.every((other) => other === child || !isElement(other) || other.tagName !== 'div'))
