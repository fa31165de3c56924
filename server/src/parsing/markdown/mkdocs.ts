/** `!!! note "Title"`, `??? tip`, and tabs: `=== "Linux"`. What they hold is indented below. */
const CONTAINER =
  /^([ \t]*)(?:(?:!!!|\?\?\?\+?)[ \t]+([\w-]{1,40})[^"\n]{0,100}(?:"([^"\n]*)")?|===[!+]?[ \t]+"([^"\n]*)")[ \t]*$/
const INDENT = 4
const SNIPPET = /^[ \t]*(?:-{1,2}8<-{1,2}|;--8<--)(?:[ \t].*)?$/
/** `{: .class #id }` and, behind something else, `{ .class }`. */
const ATTRIBUTES = /\{:[^{}\n]{0,200}\}|(?<=[)\]*`_"])\{[ \t]*[.#:][^{}\n]{0,200}\}/g

/** Takes what admonitions and tabs of MkDocs hold out of its indentation, line by line. */
export function readContainers(): (line: string, isCode: boolean) => string {
  const open: number[] = []
  return (line, isCode) => {
    const indented = isCode || line.trim() === '' ? Infinity : measureIndent(line)
    while (indented < (open.at(-1) ?? -INDENT) + INDENT) open.pop()
    const match = isCode ? null : CONTAINER.exec(line)
    const outer = open.length * INDENT
    if (!match) return outer === 0 ? line : line.slice(Math.min(outer, measureIndent(line)))
    const [, indent = '', kind = '', title, tab] = match
    open.push(indent.length)
    const label = tab ?? title ?? kind.charAt(0).toUpperCase() + kind.slice(1)
    const inner = ' '.repeat(Math.max(0, indent.length - outer))
    return label === '' ? '' : `\n${inner}${label}${/[.:!?]$/.test(label) ? '' : ':'}\n`
  }
}

const measureIndent = (line: string): number => {
  const indent = line.search(/[^ ]/)
  return indent === -1 ? line.length : indent
}

/** Without attributes, except for a heading's own id, and without the names of files that are put in. */
export function withoutAttributes(line: string): string {
  if (SNIPPET.test(line)) return ''
  return line.replaceAll(ATTRIBUTES, (attributes) => {
    const id = /#[\w:.-]{1,100}/.exec(attributes)?.[0]
    return id !== undefined && line.startsWith('#') ? `{${id}}` : ''
  })
}
