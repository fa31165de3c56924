/** Anything longer is an unclosed marker and stays as it is. */
const MAX_SHORTCODE_LENGTH = 2000
/**
 * Replaces Hugo's `{{< … >}}` and `{{% … %}}` with what they show. Like Hugo, it does so in code too.
 * Each closing marker is searched for once.
 */
export function replaceShortcodes(source: string): string {
  const out: string[] = []
  let position = 0
  for (;;) {
    const start = source.indexOf('{{', position)
    if (start === -1) break
    const kind = source[start + 2]
    const end = kind === '<' || kind === '%' ? shortcodeEnd(source, start, kind) : -1
    if (end === -1) {
      out.push(source.slice(position, start + 2))
      position = start + 2
      continue
    }
    out.push(source.slice(position, start))
    const shown = shortcodeText(source.slice(start + 3, end).trim())
    position = end + 3
    if (shown === null) position = commentEnd(source, position)
    else out.push(shown)
  }
  out.push(source.slice(position))
  return out.join('')
}

function shortcodeEnd(source: string, start: number, kind: '<' | '%'): number {
  const window = source.slice(start + 3, start + 3 + MAX_SHORTCODE_LENGTH)
  const end = window.indexOf(kind === '<' ? '>}}' : '%}}')
  return end === -1 ? -1 : start + 3 + end
}

/** null: a comment follows. */
function shortcodeText(inner: string): string | null {
  if (inner.startsWith('/*')) return `{{< ${inner.replace(/^\/\*|\*\/$/g, '').trim()} >}}`
  const name = /^\/?\s*([\w-]+)/.exec(inner)?.[1] ?? ''
  const closing = inner.startsWith('/')
  if (name === 'comment') return closing ? '' : null
  if (name === 'highlight' || name === 'mermaid') {
    const language = /^highlight\s+"?([\w+#-]+)/.exec(inner)?.[1] ?? name
    return closing ? '\n```\n' : `\n\`\`\`${language}\n`
  }
  if (closing) return ''
  if (name === 'heading') return parameter(inner, /^heading\s+"([^"]*)"/)
  if (name === 'tab') return parameter(inner, /\bname\s*=\s*"([^"]*)"/, '\n\n')
  return parameter(inner, /\b(?:text|title)\s*=\s*"([^"]*)"/)
}

function parameter(inner: string, pattern: RegExp, around = ''): string {
  const value = pattern.exec(inner)?.[1] ?? ''
  return value === '' ? '' : around + value + around
}

function commentEnd(source: string, from: number): number {
  const end = /\{\{[<%]\s*\/comment\s*[>%]\}\}/g
  end.lastIndex = from
  return end.test(source) ? end.lastIndex : source.length
}
