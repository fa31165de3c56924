/** Widget configuration, saved widgets, starter questions. */
export const widgetConfig = {
  'widget-config.fields': {
    text: 'The widget configuration is 200 with the listed fields, each of its type',
    source: 'Widget configuration',
  },
  'widget-config.knowledge-base-id': {
    text: '`knowledge_base_id` is the knowledge base the key belongs to',
    source: 'Widget configuration',
  },
  'widget-config.knowledge-base-name': {
    text: "`knowledge_base_name` is that knowledge base's name",
    source: 'Widget configuration',
  },
  'widget-config.captcha-required.says-what-is-enforced': {
    text: '`captcha_required` is true for exactly the keys that must send a token',
    source: 'Widget configuration',
  },
  'widget-config.captcha-required.false-for-secret-pair': {
    text: '`captcha_required` is always false for a secret pair',
    source: 'Widget configuration',
  },
  'widget-config.recaptcha-site-key': {
    text: '`recaptcha_site_key` is the site key that tokens are minted with',
    source: 'Widget configuration',
  },
  'widget-config.hide-branding-allowed.enterprise-only': {
    text: '`hide_branding_allowed` is true on the Enterprise plan and false on every other',
    source: 'Widget configuration',
  },
  'widget-config.mcp-available': {
    text: '`mcp_available` says whether readers can connect AI tools through the MCP server',
    source: 'Widget configuration',
  },
  'widget-config.mcp-url.shown-to-readers': {
    text: '`mcp_url` is the MCP server address to show readers',
    source: 'Widget configuration',
  },
  'widget-config.mcp-url.omitted-when-none': {
    text: '`mcp_url` is omitted when there is no such address',
    source: 'Widget configuration',
  },
  'widget-config.mcp-oauth.true-when-readers-sign-in': {
    text: '`mcp_oauth` is true when `mcp_url` is a public MCP server where readers sign in themselves',
    source: 'Widget configuration',
  },
  'widget-config.mcp-oauth.omitted-when-false': {
    text: '`mcp_oauth` is omitted when false',
    source: 'Widget configuration',
  },
  'saved-widget-config.fields': {
    text: 'The saved-widget configuration is 200 with every widget configuration field plus `id`, `enabled` and `config`',
    source: 'Widget configuration',
  },
  'saved-widget-config.own-keys.typed': {
    text: "`config` has the widget's own keys only as their types say, and every other key as it was saved",
    source: 'Widget configuration',
  },
  'saved-widget-config.disabled': {
    text: 'The configuration of a widget that is turned off gets 403 `WIDGET_DISABLED`',
    source: 'Widgets',
  },
  'saved-widget-config.origin-not-allowed': {
    text: "A widget's configuration asked for from an origin outside its allowed domains gets 403 `ORIGIN_NOT_ALLOWED`",
    source: 'Widgets',
  },
  'saved-widget-config.unknown': {
    text: 'The configuration of an unknown widget gets 404',
    source: 'Widgets',
  },
  'saved-widget-config.foreign': {
    text: "The configuration of another knowledge base's widget gets 404",
    source: 'Widgets',
  },
  'suggested-questions.about-page': {
    text: 'With `page_url` generated questions about that page come first, if readers who have not signed in may see it, and `about_page` counts them',
    source: 'Starter questions',
  },
  'suggested-questions.fields': {
    text: 'Suggested questions are 200 with `questions`, a list of strings',
    source: 'Starter questions',
  },
  'suggested-questions.generated.default': {
    text: 'A knowledge base whose setting was never changed shows questions generated from content',
    source: 'Starter questions',
  },
  'suggested-questions.generated.at-most-4': {
    text: 'At most 4 generated questions are returned',
    source: 'Starter questions',
  },
  'suggested-questions.generated.from-public-titles': {
    text: 'Generated questions are written from the titles of public documents',
    source: 'Starter questions',
  },
  'suggested-questions.generated.refreshed-after-add': {
    text: 'A sync that adds a document refreshes the generated questions',
    source: 'Starter questions',
  },
  'suggested-questions.generated.refreshed-after-change': {
    text: 'A sync that changes a document refreshes the generated questions',
    source: 'Starter questions',
  },
  'suggested-questions.generated.refreshed-after-removal': {
    text: 'A sync that removes a document refreshes the generated questions',
    source: 'Starter questions',
  },
  'suggested-questions.generated.refreshed-every-24-hours': {
    text: 'Without such a sync the generated questions are refreshed every 24 hours',
    source: 'Starter questions',
  },
  'suggested-questions.generated.empty-until-public-document': {
    text: 'Generated questions are empty until a public document is indexed',
    source: 'Starter questions',
  },
  'suggested-questions.own.configured-order': {
    text: 'Own questions are returned as configured, in their configured order',
    source: 'Starter questions',
  },
  'suggested-questions.own.at-most-8': {
    text: 'A knowledge base takes 8 own questions and refuses a ninth',
    source: 'Starter questions',
  },
  'suggested-questions.own.at-most-200-characters': {
    text: 'An own question of 200 characters is taken and a longer one refused',
    source: 'Starter questions',
  },
  'suggested-questions.none.empty': {
    text: 'The setting None answers `{"questions": []}`',
    source: 'Starter questions',
  },
  'origins.scheme-matches': {
    text: 'An origin that differs from the allowed one in scheme alone is refused',
    source: 'Widgets',
  },
  'origins.host-matches': {
    text: 'An origin that differs from the allowed one in host alone is refused, a look-alike suffix included',
    source: 'Widgets',
  },
  'origins.port-matches': {
    text: 'An origin that differs from the allowed one in port alone is refused',
    source: 'Widgets',
  },
  'origins.leading-wildcard': {
    text: 'A leading `*.` label in an allowed origin admits exactly one label in its place',
    source: 'Widgets',
  },
  'origins.no-other-wildcard': {
    text: 'A `*` anywhere else in an allowed origin admits nothing',
    source: 'Widgets',
  },
  'origins.missing-refused': {
    text: 'A widget request without an `Origin` header is refused',
    source: 'Widgets',
  },
  'origins.null-refused': {
    text: 'A widget request with the origin `null` is refused',
    source: 'Widgets',
  },
  'origins.empty-list-refuses-all': {
    text: 'A widget with an empty list of allowed origins refuses every origin',
    source: 'Widgets',
  },
  'origins.never-authentication': {
    text: 'An allowed origin never stands in for a client key',
    source: 'Widgets',
  },
  'recaptcha-site-key.always-present': {
    text: '`recaptcha_site_key` is present in every widget configuration',
    source: 'Widget configuration',
  },
  'recaptcha-site-key.empty-when-off': {
    text: '`recaptcha_site_key` is `""` when CAPTCHA is off',
    source: 'Widget configuration',
  },
} as const
