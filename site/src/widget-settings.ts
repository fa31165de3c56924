/** Where the site's search and answers come from. Public: it is part of every page. */
export type WidgetSettings = {
  readonly serviceUrl: string
  readonly knowledgeBaseId: string
  readonly clientKey: string
}

const VARIABLES = {
  serviceUrl: 'FOOTNOTE_SITE_SERVICE_URL',
  knowledgeBaseId: 'FOOTNOTE_SITE_KNOWLEDGE_BASE_ID',
  clientKey: 'FOOTNOTE_SITE_CLIENT_KEY',
} as const

/** Without any of the variables the site has no widget. With only some of them it is a mistake. */
export function widgetSettings(
  environment: Readonly<Record<string, string | undefined>>,
): WidgetSettings | undefined {
  const given = Object.values(VARIABLES).filter((name) => (environment[name] ?? '') !== '')
  if (given.length === 0) return undefined
  const value = (name: string): string => {
    const set = environment[name] ?? ''
    if (set === '') throw new Error(`Set ${name} too: ${given.join(' and ')} alone is not enough.`)
    return set
  }
  return {
    serviceUrl: new URL(value(VARIABLES.serviceUrl)).origin,
    knowledgeBaseId: value(VARIABLES.knowledgeBaseId),
    clientKey: value(VARIABLES.clientKey),
  }
}

/** The script tag, as VitePress takes it. The page has its own button; Ctrl K opens it too. */
export function widgetTag(settings: WidgetSettings): [string, Record<string, string>] {
  return [
    'script',
    {
      async: '',
      src: `${settings.serviceUrl}/widget.js`,
      'data-client-key': settings.clientKey,
      'data-knowledge-base-id': settings.knowledgeBaseId,
      'data-mode': 'modal',
      'data-launcher': 'none',
      'data-product-name': 'Footnote',
      'data-font': 'page',
    },
  ]
}
