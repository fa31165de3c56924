import { POWERED_BY } from '../public/attribution.ts'
import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

export const exampleCitation = {
  index: 1,
  title: 'API keys',
  url: 'https://docs.example.com/guides/api-keys#rotate-a-key',
  document_id: EXAMPLE_IDS.document,
  chunk_id: EXAMPLE_IDS.passage,
  heading_path: ['API keys', 'Rotate a key'],
  excerpt: 'To rotate a key, create a second one, deploy it, then revoke the first.',
}

export const exampleAnswer =
  'Create a second key, deploy it, then revoke the first one under **Settings → Keys** [1].'

const answerIds = { thread_id: EXAMPLE_IDS.thread, message_id: EXAMPLE_IDS.message }

export const exampleFrames = [
  { citations: [exampleCitation], done: false },
  { delta: 'Create a second key, deploy it, ', done: false },
  { delta: 'then revoke the first one under **Settings → Keys** [1].', done: false },
  { done: true, ...answerIds, covered: true, citations: [exampleCitation], ...POWERED_BY },
]

/** The same answer, not streamed. */
export const exampleWholeAnswer = {
  answer: exampleAnswer,
  citations: [exampleCitation],
  ...answerIds,
  ...POWERED_BY,
}

const widgetConfig = {
  knowledge_base_id: EXAMPLE_IDS.knowledgeBase,
  knowledge_base_name: 'Acme Docs',
  captcha_required: false,
  recaptcha_site_key: '',
  hide_branding_allowed: false,
  contact_available: true,
  mcp_available: true,
}

export const publicOperations: OperationTexts = {
  chat: {
    description:
      'Searches the knowledge base and writes an answer from what it finds, with `[n]` markers that point at citations, streamed as server-sent events. An error after the stream has opened is its last frame, so read the frames even if the status is 200. Send the `thread_id` of the last frame to ask a follow-up.',
    request: { query: 'How do I rotate an API key?', user: { id: 'user_8271' } },
    response: exampleFrames,
  },
  threadChat: {
    description:
      "Continues a conversation: the question is understood in the context of the turns before it. The thread must belong to the key's knowledge base. The frames are the same as for a first question.",
    request: { query: 'And how long does the old one keep working?' },
    response: [
      { citations: [exampleCitation], done: false },
      { delta: 'At most 5 seconds after you revoke it [1].', done: false },
      {
        done: true,
        thread_id: EXAMPLE_IDS.thread,
        message_id: EXAMPLE_IDS.otherMessage,
        covered: true,
        citations: [exampleCitation],
        ...POWERED_BY,
      },
    ],
  },
  formDeflect: {
    description:
      'Answers what a reader typed into a support form, without streaming, so that you can show the answer before the form is sent. If `answered` is false, the knowledge base does not cover the question: send the form. Report what the reader did with the outcome operation.',
    request: {
      subject: 'Key leaked',
      description: 'One of our API keys ended up in a public repository. How do I replace it?',
      page_url: 'https://www.example.com/support',
    },
    response: { answered: true, ...exampleWholeAnswer },
  },
  formDeflectOutcome: {
    description:
      'Records whether the answer helped or the reader sent the form anyway. A second call replaces the first.',
    request: { outcome: 'deflected' },
  },
  search: {
    description:
      'Returns the passages that match the query best, by meaning and by words, without writing an answer. It does not count against the question allowance. If nothing is relevant, the list is empty.',
    request: { query: 'rotate api key', limit: 3 },
    response: {
      results: [
        {
          chunk: {
            id: EXAMPLE_IDS.passage,
            document_id: EXAMPLE_IDS.document,
            content: 'To rotate a key, create a second one, deploy it, then revoke the first.',
            heading_path: ['API keys', 'Rotate a key'],
            chunk_index: 2,
            anchor: 'rotate-a-key',
          },
          document: {
            id: EXAMPLE_IDS.document,
            url: 'https://docs.example.com/guides/api-keys',
            title: 'API keys',
            visibility: 'public',
            source_type: 'website',
            group_id: EXAMPLE_IDS.group,
            language: 'en',
            labels: { version: ['2'] },
          },
          rrf_score: 0.0328,
          vector_score: 0.71,
          text_score: 0.64,
          rerank_score: 0,
        },
      ],
      count: 1,
      ...POWERED_BY,
    },
  },
  related: {
    description:
      'Finds up to five pages about the query, each listed once. Use it for further reading, and search when you need the passages.',
    request: { query: 'rotate api key' },
    response: {
      articles: [
        {
          url: 'https://docs.example.com/guides/api-keys',
          title: 'API keys',
          snippet: 'To rotate a key, create a second one, deploy it, then revoke the first.',
        },
      ],
      count: 1,
      ...POWERED_BY,
    },
  },
  rate: {
    description:
      'Stores whether an answer helped. An answer has one rating: a second replaces the first. Under Zero data retention there is no `message_id`, so there is nothing to rate.',
    request: {
      message_id: EXAMPLE_IDS.message,
      rating: 'up',
      comment: 'Exactly what I needed.',
    },
    response: {
      id: EXAMPLE_IDS.feedback,
      workspace_id: EXAMPLE_IDS.workspace,
      message_id: EXAMPLE_IDS.message,
      vote: 'up',
      reason: null,
      comment: 'Exactly what I needed.',
      source: 'api',
      created_at: '2026-03-14T09:31:02.114Z',
      updated_at: '2026-03-14T09:31:02.114Z',
    },
  },
  withdrawRating: {
    description: 'Removes the rating of an answer together with its comment. The answer stays.',
  },
  contact: {
    description:
      'Takes what a reader asks a person, and delivers it once, however often the same `id` is sent: as a mail or as an event of the webhooks of the workspace, as the operator has set. With `message_id` the stored conversation up to that answer goes along. Nothing is kept once it is delivered; 404 where `contact_available` is false.',
    request: {
      id: EXAMPLE_IDS.contact,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      message: 'Can a key be limited to one address?',
      message_id: EXAMPLE_IDS.message,
      agreed: true,
    },
    response: { id: EXAMPLE_IDS.contact },
  },
  suggestedQuestions: {
    description:
      'Returns questions that the public documents answer, to show before the reader types. They are rewritten when documents change, or set by the operator.',
    response: {
      questions: ['How do I rotate an API key?', 'Which plans include single sign-on?'],
    },
  },
  widgetConfig: {
    description:
      'Tells a client what to show and what to send: the name of the knowledge base, whether a CAPTCHA token is needed, whether branding may be hidden. Fetch it once when the page loads.',
    response: widgetConfig,
  },
  savedWidgetConfig: {
    description:
      'Returns the widget configuration of the knowledge base, with the settings saved for this widget. The widget must be enabled, and the page must be one of its allowed origins.',
    response: {
      ...widgetConfig,
      id: EXAMPLE_IDS.widget,
      enabled: true,
      config: {
        mode: 'floating',
        position: 'bottom-right',
        theme: 'auto',
        accent: '#0b5c63',
        starter_questions: ['How do I rotate an API key?'],
      },
    },
  },
}
