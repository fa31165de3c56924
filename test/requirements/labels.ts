/** Labels of documents, and searches that are limited to them. */
export const labels = {
  'filter.any-value': {
    text: 'With `filter` only documents are used that have one of the values of the name',
    source: 'Labels',
  },
  'filter.every-name': {
    text: 'A document fits a filter if it fits each of its names',
    source: 'Labels',
  },
  'filter.without-label': {
    text: 'A document without a label does not fit a filter on it, and one with the value `*` fits any',
    source: 'Labels',
  },
  'filter.unknown': {
    text: 'A filter that no document fits is no error: a search finds nothing, and a question is not covered',
    source: 'Labels',
  },
  'filter.every-transport': {
    text: 'Chat, search, related pages, form-deflect, starter questions, WebSocket and MCP take a filter',
    source: 'Labels',
  },
  'filter.malformed': {
    text: 'A filter with an invalid name, no value or too many names gets 400 `BAD_REQUEST`',
    source: 'Labels',
  },
  'filter.in-reply': {
    text: 'A reply has the `filter` that was applied, with lists of values, and none where there was none',
    source: 'Labels',
  },
  'filter.each-question': {
    text: 'A follow-up is limited by its own filter, not by that of the question before',
    source: 'Labels',
  },
  'labels.in-results': {
    text: "Citations and search results have their page's `labels`",
    source: 'Labels',
  },
  'labels.hidden': {
    text: 'A filter never shows a restricted document, or one of another group',
    source: 'Labels',
  },
  'filter.defaults': {
    text: 'The first counts that there is: the filter of the request, its `default_filter`, the widget, the knowledge base',
    source: 'Labels',
  },
  'filter.version-in-question': {
    text: 'A question that names a version is answered from it, unless the request has a filter for it',
    source: 'Labels',
  },
  'filter.version-unknown': {
    text: 'A version that no page has that the reader may see is not taken for one',
    source: 'Labels',
  },
} as const
