import type { Labels } from '@footnote/contract/labels'
import { readLabels } from './front-matter-labels.ts'
import { nameKeptSteps, readLiquid } from './liquid.ts'
import { readContainers, withoutAttributes } from './mkdocs.ts'
import { refuseDeepNesting } from './refuse-deep-nesting.ts'
import { replaceShortcodes } from './shortcodes.ts'

export type FrontMatter = { title: string | null; labels: Labels; body: string }

/** What the front matter says, and the text after it. */
export function takeFrontMatter(source: string): FrontMatter {
  const none = { title: null, labels: {}, body: source }
  const fence = /^\uFEFF?(---|\+\+\+)[ \t]*\n/.exec(source)
  if (!fence) return none
  const end = source.indexOf(`\n${fence[1]}`, fence[0].length - 1)
  const lineEnd = end === -1 ? -1 : source.indexOf('\n', end + 4)
  const after = lineEnd === -1 ? source.length : lineEnd
  // Without an end, or with text after it, the first line is a thematic break.
  if (end === -1 || source.slice(end + 4, after).trim() !== '') return none
  const fields = source.slice(fence[0].length, end)
  const labels = fence[1] === '---' ? readLabels(fields) : {}
  return { title: titleIn(fields), labels, body: source.slice(after + 1) }
}

/** The `title:` line, or TOML's `title =`. That needs no YAML parser. */
function titleIn(frontMatter: string): string | null {
  const value = /^title[ \t]*[:=][ \t]*(\S.*)$/m.exec(frontMatter)?.[1]?.trim() ?? ''
  const quoted = /^(["'])(.*)\1$/.exec(value)
  const title = quoted ? (quoted[2] ?? '') : value.replace(/\s#.*$/, '')
  return title.replaceAll(/\\(["\\])/g, '$1').trim() || null
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** `:::tip[Title]`, `:::note Title` and the closing `:::`. */
const DIRECTIVE = /^\s*:{3,}\s*[\w-]*\s*(?:\[([^\]]*)\])?(.*)$/
const ALERT = /^(\s*>\s*)\[!(\w+)\]\s*$/

/** A component's tag that spans several lines; markdown would take its `>` for a quote. */
const OPEN_COMPONENT = /^\s*<[A-Z][\w.]*(?:\s[^<>]*)?$/
const MAX_TAG_LINES = 30

/** Reduces the extensions of site generators to plain markdown fit for the parser. */
export function plainMarkdown(source: string, kind: 'markdown' | 'mdx' = 'markdown'): string {
  const plain: string[] = []
  const liquid = readLiquid(source)
  const withoutContainer = readContainers()
  const lines = nameKeptSteps(replaceShortcodes(source).split('\n'))
  let fence: string | undefined
  for (let index = 0; index < lines.length; index += 1) {
    const written = withoutContainer(lines[index] ?? '', fence !== undefined)
    const line = fence === undefined ? liquid.prose(written) : liquid.code(written)
    if (line === null) continue
    const mark = FENCE.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined
      plain.push(line)
    } else if (kind === 'markdown' && OPEN_COMPONENT.test(line)) index = tagEnd(lines, index)
    else {
      fence = mark
      plain.push(mark === undefined ? plainLine(line) : line)
    }
  }
  const markdown = plain.join('\n')
  refuseDeepNesting(markdown)
  return markdown
}

/** The line on which the tag ends; its first line when it never does. */
function tagEnd(lines: readonly string[], start: number): number {
  const tag = lines.slice(start, start + MAX_TAG_LINES)
  const length = tag.findIndex((line) => line.trimEnd().endsWith('>'))
  return start + Math.max(0, length)
}

/** VitePress: a file that is put in, a table of contents, a badge. MDX: a comment. */
const INCLUDED_FILE = /^\s*<<<\s*(\S+?)(?:\{[^{}\n]*\})?\s*$/
const CONTENTS = /^\s*\[(?:\[toc\]|toc)\]\s*$/i
const BADGE = /<Badge\b[^<>\n]{0,200}?\btext="([^"\n]{0,100})"[^<>\n]{0,100}>(?:<\/Badge>)?/g
const COMMENT = /\{\/\*[^*\n]{0,500}\*\/\}/g

function plainLine(source: string): string {
  if (CONTENTS.test(source)) return ''
  const file = INCLUDED_FILE.exec(source)?.[1]
  if (file !== undefined) return `\`${file}\``
  const line = withoutAttributes(source).replaceAll(BADGE, '$1').replaceAll(COMMENT, '')
  const alert = ALERT.exec(line)
  if (alert) return `${alert[1]}${capitalised(alert[2] ?? '')}:`
  const directive = DIRECTIVE.exec(line)
  return directive ? `\n${directive[1] ?? ''}${directive[2] ?? ''}\n` : line
}

const capitalised = (word: string): string =>
  word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
