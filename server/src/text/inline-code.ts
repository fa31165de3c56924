/** Inline code as markdown, which keeps its limits; code with a backtick or a line end stays plain. */
export const asInlineCode = (code: string): string => {
  const text = code.trim()
  return text === '' || /[`\n]/.test(text) ? code : code.replace(text, () => `\`${text}\``)
}

const INLINE_CODE = /(?<!`)`([^`\n]+)`(?!`)/g

/** For headings, searches and excerpts. */
export const withoutInlineCode = (text: string): string => text.replaceAll(INLINE_CODE, '$1')
