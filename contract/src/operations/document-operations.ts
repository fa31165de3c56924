import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

const document = {
  id: EXAMPLE_IDS.document,
  url: 'https://docs.example.com/guides/api-keys',
  title: 'API keys',
  content_type: 'text/markdown',
  visibility: 'public',
  group_id: null,
  labels: { version: ['2'] },
  labels_from: { version: 'rules' },
  source_id: EXAMPLE_IDS.source,
  state: 'indexed',
  state_reason: null,
  passages: 6,
  created_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-14T03:02:41.000Z',
  indexed_at: '2026-03-14T03:02:44.000Z',
  published_at: null,
}

const passage = {
  id: EXAMPLE_IDS.passage,
  index: 2,
  heading_path: ['API keys', 'Rotate a key'],
}

const reembedding = {
  reason: null,
  state: 'building',
  model_from: 'minilm-int8@5f1c2ab0',
  model_to: 'e5-small@91d07e34',
  done: 5120,
  total: 20_480,
  models: ['minilm-int8@5f1c2ab0', 'e5-small@91d07e34'],
}

/** Documents, how retrieval sees them, and the model that embeds them. */
export const documentOperations: OperationTexts = {
  putDocument: {
    description:
      'Stores a page and queues it for indexing. It can be found once its state is `indexed`, usually within seconds. Returns 201 for a new URL, and 200 if it replaced the document with that URL.',
    request: {
      url: 'https://docs.example.com/guides/api-keys',
      content:
        '# API keys\n\n## Rotate a key\n\nCreate a second key, deploy it, then revoke the first.',
      content_type: 'text/markdown',
      visibility: 'public',
    },
    response: { ...document, state: 'pending', passages: 0, indexed_at: null },
  },
  listDocuments: {
    description:
      'Returns documents with their number. Search in title and URL, filter by state, source, group or visibility, and sort by what has an index; follow `next_cursor` until it is null.',
    query: { q: 'api keys', state: 'indexed', sort: 'title', limit: '20' },
    response: { documents: [document], total: 1, next_cursor: null },
  },
  changeDocuments: {
    description:
      'Changes the visibility or the group of documents, indexes them again or deletes them, up to 200 in one transaction. With a filter, send the same request with `next_cursor` until it is null. The audit log has an event for each document.',
    request: { filter: { source_id: EXAMPLE_IDS.source }, visibility: 'unlisted' },
    response: { documents: 124, next_cursor: null },
  },
  putDocuments: {
    description:
      'Stores up to 100 pages in one transaction and queues them for indexing, each as if it had been put alone. A page that may not be stored is `refused` and keeps no other from being stored; a request that is not valid stores nothing. The audit log has an event for each document that was added or changed.',
    request: {
      documents: [
        {
          url: 'https://docs.example.com/guides/api-keys',
          content: '# API keys\n\nCreate a second key, deploy it, then revoke the first.',
          content_type: 'text/markdown',
        },
      ],
    },
    response: {
      documents: [
        {
          url: document.url,
          outcome: 'created',
          code: null,
          document: { ...document, state: 'pending', passages: 0, indexed_at: null },
        },
      ],
    },
  },
  summarizeDocuments: {
    description:
      'Counts the documents of a knowledge base by state, to follow indexing without listing them.',
    response: { pending: 3, indexed: 124, failed: 1, passages: 982 },
  },
  getDocument: {
    description: 'Returns one document and its state, without its text.',
    response: document,
  },
  changeDocument: {
    description:
      'Changes the title, the visibility or the group. A document that becomes restricted disappears from every search at once, and answers in progress that use it end.',
    request: { visibility: 'restricted' },
    response: { ...document, visibility: 'restricted' },
  },
  deleteDocument: {
    description:
      'Deletes a document and its passages at once. If it came from a source, syncs skip the page until you restore it.',
  },
  listDocumentPassages: {
    description:
      'Returns the passages that a document was split into, with the text that is embedded and indexed. Look here first when an answer misses something that the page says.',
    response: {
      language: 'en',
      passages: [
        {
          ...passage,
          anchor: 'rotate-a-key',
          content: 'To rotate a key, create a second one, deploy it, then revoke the first.',
          searched_text:
            'API keys\nRotate a key\nTo rotate a key, create a second one, deploy it, then revoke the first.',
          terms: 9,
          has_vector: true,
        },
      ],
    },
  },
  getDocumentContent: {
    description:
      'Returns the whole text of a document as markdown. A page in HTML, PDF or an office format is put together from what was indexed of it.',
    response: {
      markdown:
        '# API keys\n\n## Rotate a key\n\nTo rotate a key, create a second one, deploy it, then revoke the first.\n',
    },
  },
  getDocumentCitations: {
    description:
      'Says how often answers cited a document, how those were rated, and names the newest. List all of them with `GET …/messages?document_id=…`.',
    response: { cited: 41, rated_up: 9, rated_down: 1, message_ids: [EXAMPLE_IDS.message] },
  },
  lookUpPassages: {
    description:
      'Returns passages with their page, such as those that a trace names. A page that is indexed again gets new passages, so old ids may be gone.',
    request: { ids: [EXAMPLE_IDS.passage] },
    response: {
      passages: [
        {
          id: EXAMPLE_IDS.passage,
          document_id: EXAMPLE_IDS.document,
          title: document.title,
          url: document.url,
          heading_path: passage.heading_path,
          anchor: 'rotate-a-key',
          content: 'To rotate a key, create a second one, deploy it, then revoke the first.',
        },
      ],
    },
  },
  explainRetrieval: {
    description:
      'Searches as a reader would and explains what happened to one page: found, outranked, below the relevance threshold, restricted and so on. Name the page by `url` or by `document_id`, not both.',
    request: {
      query: 'How do I rotate an API key?',
      url: 'https://docs.example.com/guides/api-keys',
    },
    response: {
      verdict: 'found',
      reasons: [
        'It is found, at place 1 of 10.',
        'By meaning it scores 0.71 (number 1), by words 0.64 (number 2).',
      ],
      document_id: EXAMPLE_IDS.document,
      place: 1,
      results: 10,
      floor: 0.15,
      missing_page: null,
      passages: [
        {
          ...passage,
          excerpt: 'To rotate a key, create a second one, deploy it, then revoke the first.',
          place: 1,
          rank: 1,
          vector_rank: 1,
          text_rank: 2,
          relevance: 0.69,
          vector_score: 0.71,
          text_score: 0.64,
          rerank_score: 0,
        },
      ],
    },
  },
  startReembedding: {
    description:
      'Embeds every passage again with another of the configured models. Searches keep using the current model until the last vector is stored, then switch to the new one in one step.',
    request: { model: 'e5-small' },
    response: { ...reembedding, done: 0 },
  },
  getReembedding: {
    description: 'Returns how many passages have a vector of the newer model.',
    response: reembedding,
  },
  followReembedding: {
    description:
      'Sends how far the re-embedding is as server-sent events: one at once, one each time something changed, at most one a second, and the last once `state` is not `building`.',
    response: [reembedding, { ...reembedding, state: 'finished', done: 20_480 }],
  },
  discardReembedding: {
    description:
      'Deletes the vectors that are not searched: those being built, or those kept for a rollback.',
  },
  rollBackReembedding: {
    description:
      'Goes back to the previous model. Documents added or changed since are embedded with it first, while searches keep using the current model.',
    response: {
      ...reembedding,
      model_from: 'e5-small@91d07e34',
      model_to: 'minilm-int8@5f1c2ab0',
      done: 20_391,
    },
  },
}
