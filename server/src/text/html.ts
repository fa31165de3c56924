/** Text that is already HTML. Only `html` makes it, so whatever it holds has been escaped. */
export type Html = { readonly html: string }

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

type Value = string | number | Html | readonly Html[]

function render(value: Value): string {
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return 'html' in value ? value.html : value.map((part) => part.html).join('')
}

/** Builds HTML from a template; every plain value in it is escaped. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return {
    html: strings.reduce((text, part, index) => {
      const value = values[index - 1]
      return text + (value === undefined ? '' : render(value)) + part
    }),
  }
}

export const nothing: Html = html``

/** Plain text in which `backticks` mark code, as descriptions are written. */
export function prose(text: string): Html[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}
