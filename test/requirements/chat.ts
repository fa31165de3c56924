/** The chat request, its threads, and refusals before a stream opens. */
export const chat = {
  'chat.page.prior': {
    text: 'Passages of the page in `page_url`, and of its section, go before what fits nearly as well',
    source: 'Chat',
  },
  'chat.page.this': {
    text: '"This", "here" and "this page" in a question mean the page in `page_url`',
    source: 'Chat',
  },
  'chat.page.labels': {
    text: 'The version of the page in `page_url` is the default, and its values of what the default limits',
    source: 'Chat',
  },
  'chat.page.unseen': {
    text: 'A `page_url` that the reader may not see gets the reply to an unknown address',
    source: 'Chat',
  },
  'chat.selection.used': {
    text: 'A `selection` is searched for with the question, and the model gets it as material',
    source: 'Chat',
  },
  'chat.selection.not-stored': {
    text: 'A `selection` is not stored',
    source: 'Chat',
  },
  'chat.selection.max-1000': {
    text: 'A `selection` of more than 1,000 characters gets 400 `BAD_REQUEST`',
    source: 'Chat',
  },
  'chat.only-indexed-documents': {
    text: 'An answer is written only from documents indexed in the knowledge base',
    source: 'Principles',
  },
  'chat.uncovered-question.says-so': {
    text: 'A question the knowledge base does not cover is answered by saying so, without a guess',
    source: 'Principles',
  },
  'chat.query.required': {
    text: 'Chat refuses a body without a string `query`',
    source: 'Chat',
  },
  'chat.query.max-4000': {
    text: 'A chat `query` of 4,000 characters is answered and a longer one is refused',
    source: 'Chat',
  },
  'chat.query.only-required-field': {
    text: 'A chat body with nothing but `query` is answered',
    source: 'Chat',
  },
  'chat.thread-id.continues-conversation': {
    text: 'A `thread_id` from an earlier last frame, sent in the body, continues that conversation',
    source: 'Chat',
  },
  'chat.top-k.default-10': {
    text: 'Chat retrieves 10 passages when `top_k` is not sent',
    source: 'Chat',
  },
  'chat.top-k.passages-retrieved': {
    text: '`top_k` sets how many passages chat retrieves',
    source: 'Chat',
  },
  'chat.top-k.capped-at-100': {
    text: 'A `top_k` above 100 retrieves 100 passages',
    source: 'Chat',
  },
  'chat.group-ids.answer-only-from-these': {
    text: 'With `group_ids` an answer uses only documents of these source groups',
    source: 'Chat',
  },
  'chat.group-ids.bad-refused': {
    text: 'Bad `group_ids` on chat get 403',
    source: 'Groups',
  },
  'chat.user.recorded-for-analytics': {
    text: 'The `user` of a question appears as its asker in analytics',
    source: 'Chat',
  },
  'chat.user.either-field-alone': {
    text: 'A `user` with only `id` or only `email` is accepted',
    source: 'Chat',
  },
  'chat.user.id-wins-over-email': {
    text: 'When `user` has both `id` and `email`, the asker is the `id`',
    source: 'Chat',
  },
  'chat.widget.voice': {
    text: "With `widget_id` the answer is written in that widget's voice",
    source: 'Chat',
  },
  'chat.widget.disabled': {
    text: 'Chat with a widget whose Enabled switch is off gets 403 `WIDGET_DISABLED`',
    source: 'Widgets',
  },
  'chat.widget.origin-not-allowed': {
    text: "Chat from a page outside the widget's Allowed origins gets 403 `ORIGIN_NOT_ALLOWED`",
    source: 'Widgets',
  },
  'chat.widget.unknown': {
    text: 'Chat with a widget that does not exist gets 404 `NOT_FOUND`',
    source: 'Widgets',
  },
  'chat.widget.foreign': {
    text: "Chat with another knowledge base's widget gets 404 `NOT_FOUND`",
    source: 'Widgets',
  },
  'chat.widget.malformed-id': {
    text: 'Chat with a `widget_id` that is not a valid id gets 400 `BAD_REQUEST`',
    source: 'Widgets',
  },
  'chat.refused.never-opens-a-stream': {
    text: 'A refused chat request gets a JSON error with a 4xx status and opens no stream',
    source: 'Errors',
  },
  'thread.follow-up.earlier-turns-count': {
    text: 'A follow-up that leans on earlier turns is understood',
    source: 'Threads',
  },
  'thread.follow-up.same-body-and-stream': {
    text: "A thread's path takes the chat body and answers with the same stream",
    source: 'Threads',
  },
  'thread.follow-up.user-ignored': {
    text: "On a thread's path `user` is ignored",
    source: 'Threads',
  },
  'thread.follow-up.widget-sent-again': {
    text: "A follow-up without `widget_id` has neither the widget's voice nor its rules",
    source: 'Threads',
  },
  'thread.follow-up.widget-checks': {
    text: 'A follow-up with `widget_id` must pass the widget checks again',
    source: 'Threads',
  },
  'thread.foreign.not-found': {
    text: 'A thread of another knowledge base gets 404',
    source: 'Threads',
  },
  'thread.gone.not-found': {
    text: 'A thread that no longer exists gets 404',
    source: 'Threads',
  },
  'thread.malformed-in-body.ignored': {
    text: 'A `thread_id` in the body that is not a valid id is ignored and a new conversation starts',
    source: 'Threads',
  },
  'query.blank': { text: 'A blank `query` gets 400', source: 'Chat' },
  'top-k.below-1-or-not-whole': {
    text: 'A `top_k` below 1 or not whole gets 400',
    source: 'Chat',
  },
  'thread-in-path.malformed': {
    text: "A malformed id in a thread's path gets 404",
    source: 'Threads',
  },
  'thread-in-path.wins': {
    text: 'When path and body both name a thread, the path wins',
    source: 'Threads',
  },
  'zero-retention.body-thread-ignored': {
    text: 'Under Zero data retention any `thread_id` in the body is ignored',
    source: 'Threads',
  },
  'zero-retention.path-thread-ignored': {
    text: 'Under Zero data retention any thread id in the path is ignored',
    source: 'Threads',
  },
} as const
