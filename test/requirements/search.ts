/** Passage search and related pages. */
export const search = {
  'search.query.required': {
    text: 'Search refuses a body without a string `query`',
    source: 'Search',
  },
  'search.query.max-4000': {
    text: 'A search `query` of 4,000 characters is served and a longer one is refused',
    source: 'Search',
  },
  'search.query.only-required-field': {
    text: 'A search body with nothing but `query` is served',
    source: 'Search',
  },
  'search.limit.default-10': {
    text: 'Search returns at most 10 results when `limit` is not sent',
    source: 'Search',
  },
  'search.limit.bounds-results': {
    text: 'Search returns no more results than `limit`',
    source: 'Search',
  },
  'search.limit.capped-at-100': {
    text: 'A `limit` above 100 counts as 100',
    source: 'Search',
  },
  'search.limit.may-return-fewer': {
    text: 'Search returns fewer results than `limit`, or none, when nothing is relevant enough',
    source: 'Search',
  },
  'search.group-ids.only-these': {
    text: 'With `group_ids` search returns only passages of these source groups',
    source: 'Search',
  },
  'search.widget.disabled': {
    text: 'Search with a widget whose Enabled switch is off gets 403 `WIDGET_DISABLED`',
    source: 'Widgets',
  },
  'search.widget.origin-not-allowed': {
    text: "Search from a page outside the widget's Allowed origins gets 403 `ORIGIN_NOT_ALLOWED`",
    source: 'Widgets',
  },
  'search.widget.unknown': {
    text: "Search with a widget that does not exist, or is another knowledge base's, gets 404 `NOT_FOUND`",
    source: 'Widgets',
  },
  'search.widget.malformed-id': {
    text: 'Search with a `widget_id` that is not a valid id gets 400 `BAD_REQUEST`',
    source: 'Widgets',
  },
  'search.no-answer-written': {
    text: 'Search returns passages with their pages and has no answer written',
    source: 'Principles',
  },
  'search.response.fields': {
    text: 'A search response is 200 with `results`, `count`, `powered_by` and `powered_by_url`',
    source: 'Search',
  },
  'search.results.most-relevant-first': {
    text: 'Search results are ranked, most relevant first',
    source: 'Search',
  },
  'search.results.page-may-repeat': {
    text: 'A page with several matching passages appears once for each',
    source: 'Search',
  },
  'search.results.chunk-fields': {
    text: "A result's `chunk` has `id`, `document_id`, `content`, `heading_path` and `chunk_index`, each of its type",
    source: 'Search',
  },
  'search.results.chunk-content': {
    text: "A result's `chunk.content` is the matching passage",
    source: 'Search',
  },
  'search.results.chunk-heading-path': {
    text: "A result's `chunk.heading_path` lists the headings above the passage, outermost first",
    source: 'Search',
  },
  'search.results.document-fields': {
    text: "A result's `document` has `id`, `url`, `title`, `visibility` and `source_type`, each a string",
    source: 'Search',
  },
  'search.results.visibility-never-restricted': {
    text: "No result's `document.visibility` is `restricted`",
    source: 'Search',
  },
  'search.rrf-score.combines-both-searches': {
    text: '`rrf_score` combines the ranks of semantic and keyword search',
    source: 'Search',
  },
  'search.vector-score.from-0-to-1': {
    text: '`vector_score` lies between 0 and 1',
    source: 'Search',
  },
  'search.vector-score.comparable-across-queries': {
    text: "A passage's `vector_score` depends on the query and the passage alone, whatever else was found",
    source: 'Search',
  },
  'search.text-score.from-0-to-1': {
    text: '`text_score` lies between 0 and 1 and is higher for a stronger keyword match',
    source: 'Search',
  },
  'search.rerank-score.higher-is-more-relevant': {
    text: "`rerank_score` is the reranking model's relevance, higher for the more relevant",
    source: 'Search',
  },
  'search.rerank-score.zero-without-reranker': {
    text: '`rerank_score` is 0 when no reranker ran',
    source: 'Search',
  },
  'search.count.number-of-results': {
    text: "A search response's `count` is the number of its results",
    source: 'Search',
  },
  'related.query.required': {
    text: 'Related refuses a body without a string `query`',
    source: 'Related pages',
  },
  'related.response.fields': {
    text: 'A related response is 200 with `articles`, `count`, `powered_by` and `powered_by_url`',
    source: 'Related pages',
  },
  'related.articles.not-results': {
    text: 'The list of related pages is named `articles`; there is no `results`',
    source: 'Related pages',
  },
  'related.articles.fields': {
    text: 'A related article has `url`, `title` and `snippet`, each a string',
    source: 'Related pages',
  },
  'related.articles.at-most-5': {
    text: 'Related returns at most 5 pages',
    source: 'Related pages',
  },
  'related.articles.one-per-page': {
    text: 'Related lists a page once, however many of its passages match',
    source: 'Related pages',
  },
  'related.articles.best-match-first': {
    text: 'Related pages are ordered best match first',
    source: 'Related pages',
  },
  'related.snippet.matching-passage': {
    text: "A `snippet` is the page's matching passage",
    source: 'Related pages',
  },
  'related.snippet.cut-at-200': {
    text: 'A `snippet` is cut at 200 characters',
    source: 'Related pages',
  },
  'related.count.number-of-articles': {
    text: "A related response's `count` is the number of its articles",
    source: 'Related pages',
  },
  'related.allowed-groups.searched-within': {
    text: "Related searches within the key's allowed source groups, if it has any",
    source: 'Groups',
  },
  'related.group-ids.not-taken': {
    text: 'A `group_ids` sent to related never changes what is searched',
    source: 'Groups',
  },
  'limit.below-1-or-not-whole': {
    text: 'A `limit` below 1 or not whole gets 400',
    source: 'Search',
  },
  'vector-score.clamped-cosine': {
    text: '`vector_score` is the cosine similarity clamped to 0..1',
    source: 'Search',
  },
  'text-score.share-of-best-bm25': {
    text: '`text_score` is the BM25 score divided by the best score the query could reach',
    source: 'Search',
  },
} as const
