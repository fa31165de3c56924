export type FormEmbed = {
  origin: string
  clientKey: string
  knowledgeBaseId: string
  /** Empty: none is saved. */
  widgetId: string
  selector: string
  /** Empty: found by themselves. */
  subject: string
  description: string
}

export function formSnippet(embed: FormEmbed): string {
  const attributes = [
    ['client-key', embed.clientKey],
    embed.widgetId === ''
      ? ['knowledge-base-id', embed.knowledgeBaseId]
      : ['widget-id', embed.widgetId],
    ['form-selector', embed.selector],
    ['form-subject', embed.subject],
    ['form-description', embed.description],
  ]
  const lines = attributes
    .filter(([, value]) => value !== '')
    .map(
      ([name, value = '']) =>
        `  data-${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
    )
  return ['<script', '  async', `  src="${embed.origin}/widget.js"`, ...lines, '></script>'].join(
    '\n',
  )
}
