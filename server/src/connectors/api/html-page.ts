const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')

/** The body of a page as an API sends it, made a document that the parser reads as any other. */
export const htmlPage = (title: string, body: string, language: string | null = null): string =>
  `<!doctype html><html${language === null ? '' : ` lang="${escapeHtml(language)}"`}>` +
  `<head><title>${escapeHtml(title)}</title></head>` +
  `<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
