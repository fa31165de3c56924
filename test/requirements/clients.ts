/** What our own clients do with the answers, and the transports beside HTTP. */
export const clients = {
  'client.deltas.appended-in-order': {
    text: 'A client builds the text by appending every `delta` in order',
    source: 'Clients',
  },
  'client.citations.last-list-wins': {
    text: 'A client replaces its citations with each `citations` list that arrives',
    source: 'Clients',
  },
  'client.answer.replaces-built-text': {
    text: 'A client shows `answer`, when present, instead of the text it built',
    source: 'Clients',
  },
  'client.thread-id.sent-back': {
    text: 'The widget sends the `thread_id` of the last answer with the next question',
    source: 'Clients',
  },
  'client.widget-id.sent-with-each-follow-up': {
    text: 'The widget sends its `widget_id` with every question, follow-ups included',
    source: 'Clients',
  },
  'client.marker.points-at-its-citation': {
    text: 'A marker `[n]` leads to the citation whose index is n, wherever it stands in the list',
    source: 'Clients',
  },
  'client.error-frame.another-try-when-retryable': {
    text: 'After an error frame the widget offers another try exactly when it is `retryable`',
    source: 'Clients',
  },
  'client.refusal.shows-error-message': {
    text: 'The widget shows the `error` of a refusal as its message',
    source: 'Clients',
  },
  'client.rating.rates-the-message': {
    text: 'The widget rates an answer by the `message_id` of its last frame',
    source: 'Clients',
  },
  'client.rating.hidden-without-message-id': {
    text: 'The widget hides the rating controls when an answer has no `message_id`',
    source: 'Clients',
  },
  'client.starter-questions.empty-shows-nothing': {
    text: 'The widget shows nothing in place of an empty list of starter questions',
    source: 'Clients',
  },
  'client.header.knowledge-base-name': {
    text: 'The widget header shows `knowledge_base_name` when `data-product-name` is not set',
    source: 'Clients',
  },
  'client.header.product-name': {
    text: 'The widget header shows `data-product-name` when it is set',
    source: 'Clients',
  },
  'client.branding.stays-when-not-allowed': {
    text: 'The attribution line stays under `data-hide-branding` while `hide_branding_allowed` is false',
    source: 'Clients',
  },
  'client.branding.hidden-when-allowed': {
    text: '`data-hide-branding` hides the attribution line when `hide_branding_allowed` is true',
    source: 'Clients',
  },
  'client.mcp-menu.follows-mcp-available': {
    text: 'The Connect to AI Tools menu is shown exactly when `mcp_available` is true',
    source: 'Clients',
  },
  'client.mcp-menu.default-address': {
    text: 'Without `mcp_url` the menu gives `{base_url}/mcp` with the client key',
    source: 'Clients',
  },
  'client.mcp-menu.no-key-with-oauth': {
    text: "With `mcp_oauth` the menu's install steps carry no key",
    source: 'Clients',
  },
  'websocket.same-answers': {
    text: 'The WebSocket transport streams the same answers as chat, over one connection',
    source: 'WebSocket',
  },
  'websocket.widget.disabled': {
    text: 'A WebSocket question with a disabled widget is refused with `WIDGET_DISABLED`',
    source: 'Widgets',
  },
  'websocket.widget.origin-not-allowed': {
    text: "A WebSocket question from an origin outside the widget's list is refused with `ORIGIN_NOT_ALLOWED`",
    source: 'Widgets',
  },
  'websocket.widget.unknown': {
    text: "A WebSocket question with a widget that does not exist, or is another knowledge base's, is refused with `NOT_FOUND`",
    source: 'Widgets',
  },
  'form-deflect.yields-message-id': {
    text: 'A form-deflect answer carries a `message_id`',
    source: 'Form-deflect',
  },
} as const
