import { escapeHtml } from '../api/html-page.ts'
import type { Block } from './block-tree.ts'
import { readBlocks } from './block-tree.ts'
import type { TitleOf } from './inline-html.ts'
import { inlineHtml, link } from './inline-html.ts'
import { readAttributes, readBlockId } from './notion-tags.ts'

export type MarkdownDeps = {
  readonly titleOf: TitleOf
  /** What stands for a block that the Markdown leaves out, as HTML. */
  readonly leftOut: (blockId: string) => string
}

const HEADING = /^(#{1,6})\s+(.*)$/
const TO_DO = /^[-*+]\s+\[([ xX])\]\s?(.*)$/
const BULLET = /^[-*+]\s+(.*)$|^[-*+]$/
const NUMBERED = /^(\d{1,9})[.)](?:\s+(.*))?$/
const QUOTE = /^>\s?(.*)$/
/** `{color="red" toggle="true"}` at the end of a line. */
const ATTRIBUTE_LIST = /^\{(?:[\w-]{1,40}="[^"]{0,200}"\s?)+\}$/

/** A page in Notion's Markdown, as HTML below the page's title. */
export function markdownHtml(markdown: string, deps: MarkdownDeps): string {
  return all(readBlocks(markdown))

  function all(blocks: readonly Block[]): string {
    let html = ''
    let list: ListKind | null = null
    for (const block of blocks) {
      const item = readItem(block)
      if (list !== null && list !== item?.list) html += `</${list}>`
      if (item !== null && list !== item.list) html += openList(item)
      list = item?.list ?? null
      html += item === null ? one(block) : `<li>${inline(item.text)}${all(block.children)}</li>`
    }
    return list === null ? html : `${html}</${list}>`
  }

  function one(block: Block): string {
    const { kind, text } = block
    if (kind === 'code') {
      const language = block.attributes.get('language') ?? ''
      return pre(text, language === 'plain text' ? '' : language)
    }
    if (kind === 'equation') return pre(text, 'latex')
    if (kind === 'table') return table(text)
    return kind === 'tag' ? tag(block) : line(block)
  }

  function line({ text: source, children }: Block): string {
    const inside = all(children)
    if (/^-{3,}$/.test(source)) return `<hr>${inside}`
    const text = withoutAttributes(source)
    const [, marks, heading] = HEADING.exec(text) ?? []
    if (marks !== undefined && heading !== undefined) {
      // The title of the page is above them all.
      const level = Math.min(marks.length + 1, 6)
      return `<h${level}>${inline(heading)}</h${level}>${inside}`
    }
    const quoted = QUOTE.exec(text)?.[1]
    if (quoted !== undefined) return `<blockquote><p>${inline(quoted)}</p>${inside}</blockquote>`
    return paragraph(inline(text)) + inside
  }

  function tag(block: Block): string {
    const { text: name, attributes, label } = block
    const inside = () => (label === null || label === '' ? '' : inline(label)) + all(block.children)
    switch (name) {
      case 'callout':
        return note(attributes.get('icon') ?? '', toParagraph(inside(), label))
      case 'details':
        return `<details>${inside()}</details>`
      case 'summary':
        return `<summary>${inside()}</summary>`
      case 'page':
      case 'database':
        return paragraph(link(attributes.get('url') ?? '', inside()))
      case 'unknown': {
        const id = readBlockId(attributes.get('url') ?? '')
        return id === null ? '' : deps.leftOut(id)
      }
      case 'table_of_contents':
      case 'empty-block':
        return ''
      default: {
        const title = attributes.get('title')
        const heading = title === undefined ? '' : paragraph(`${escapeHtml(title)}:`)
        return `${heading}<div>${inside()}</div>`
      }
    }
  }

  function table(source: string): string {
    const header = readAttributes(/^[^>]*/.exec(source.trim())?.[0] ?? '')
    const rows = source.split(/<tr\b[^>]{0,1000}>/).slice(1)
    const html = rows.map((row, index) => {
      const isHead = index === 0 && header.get('header-row') === 'true'
      const cells = row.split(/<t[dh]\b[^>]{0,1000}>/).slice(1)
      const cellTag = isHead ? 'th' : 'td'
      const shown = cells.map((cell) => {
        const text = (cell.split(/<\/t[dh]>/)[0] ?? '').replaceAll('\n', ' ')
        return `<${cellTag}>${inline(text.trim())}</${cellTag}>`
      })
      return `<tr>${shown.join('')}</tr>`
    })
    return `<table>${html.join('')}</table>`
  }

  function inline(source: string): string {
    return inlineHtml(source, deps.titleOf)
  }
}

type ListKind = 'ul' | 'ol'
type Item = { list: ListKind; text: string; start: number }

function readItem({ kind, text: source }: Block): Item | null {
  if (kind !== 'line' || /^-{3,}$/.test(source)) return null
  const text = withoutAttributes(source)
  const [, done, task = ''] = TO_DO.exec(text) ?? []
  if (done !== undefined) {
    return { list: 'ul', text: `${done === ' ' ? '\\[ \\]' : '\\[x\\]'} ${task}`, start: 1 }
  }
  const bullet = BULLET.exec(text)
  if (bullet) return { list: 'ul', text: bullet[1] ?? '', start: 1 }
  const [, number, numbered = ''] = NUMBERED.exec(text) ?? []
  return number === undefined ? null : { list: 'ol', text: numbered, start: Number(number) }
}

const openList = ({ list, start }: Item): string =>
  list === 'ol' && start !== 1 ? `<ol start="${start}">` : `<${list}>`

function withoutAttributes(line: string): string {
  const at = line.endsWith('}') ? line.lastIndexOf('{') : -1
  if (at === -1 || line[at - 1] === '\\' || !ATTRIBUTE_LIST.test(line.slice(at))) return line
  return line.slice(0, at).trimEnd()
}

const pre = (text: string, language: string): string =>
  `<pre data-lang="${escapeHtml(language)}">${escapeHtml(text)}</pre>`

const paragraph = (html: string): string => (html === '' ? '' : `<p>${html}</p>`)

const toParagraph = (html: string, label: string | null): string =>
  label === null ? html : paragraph(html)

/** What an icon says of a callout; most are only there to look at. */
const NOTES: Readonly<Record<string, string>> = {
  '⚠': 'Warning',
  '🚨': 'Warning',
  '❗': 'Important',
  '💡': 'Tip',
  ℹ: 'Info',
}

function note(icon: string, html: string): string {
  const title = NOTES[icon.replaceAll(/\uFE0F/g, '')] ?? 'Note'
  return `<div class="admonition"><p class="admonition-title">${title}</p>${html}</div>`
}
