/** As much as a question takes. */
const MAX_CHARACTERS = 1000

/** What the reader has selected on the page, outside of fields and of the widget. Empty: nothing. */
export function selectedText(): string {
  const selection = getSelection()
  const { anchorNode } = selection ?? {}
  const element = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement
  if (!selection || selection.isCollapsed || !element) return ''
  if (element.closest('footnote-widget, input, textarea, [contenteditable]')) return ''
  const text = selection.toString().trim()
  return text.length < 3 ? '' : Array.from(text).slice(0, MAX_CHARACTERS).join('')
}
