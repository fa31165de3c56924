/** Durability, WebSocket, form-deflect, MCP, scores, time-outs. */
export const decisionsD20ToD26 = {
  'd20.turn.committed-before-last-frame': {
    text: 'The turn is committed before the last frame is sent',
    source: 'Frames',
  },
  'd20.turn.seen-message-id-can-be-rated': {
    text: 'A `message_id` that a reader has seen can be rated, even if the server dies right after',
    source: 'Frames',
  },
  'd21.websocket.path': {
    text: 'A WebSocket opens at `/api/v1/public/knowledge-bases/:knowledgeBaseId/ws`',
    source: 'WebSocket',
  },
  'd21.websocket.init-with-public-key': {
    text: 'An `init` with a good `client_key` is answered by `ready`',
    source: 'WebSocket',
  },
  'd21.websocket.init-with-secret-pair': {
    text: 'An `init` with a good secret pair is answered by `ready`',
    source: 'WebSocket',
  },
  'd21.websocket.ask': {
    text: 'An `ask` takes an `id` and the fields of the chat body',
    source: 'WebSocket',
  },
  'd21.websocket.frames': {
    text: 'Every answer frame is the chat frame plus `type` "frame" and the `id` of its question',
    source: 'WebSocket',
  },
  'd21.websocket.cancel': {
    text: 'A `cancel` stops the question of its `id` and no other',
    source: 'WebSocket',
  },
  'd21.websocket.ping': {
    text: 'A `ping` is accepted at any time after `ready`',
    source: 'WebSocket',
  },
  'd21.websocket.several-at-once': {
    text: 'Several questions run at once on one connection, and each gets its own answer',
    source: 'WebSocket',
  },
  'd21.websocket.close-4400': {
    text: 'A bad message closes the connection with 4400',
    source: 'WebSocket',
  },
  'd21.websocket.close-4401': {
    text: 'A credential that is not authorised closes the connection with 4401',
    source: 'WebSocket',
  },
  'd21.websocket.close-4408': {
    text: 'A connection without `init` in 10 s is closed with 4408',
    source: 'WebSocket',
  },
  'd21.websocket.close-4429': {
    text: 'Too many messages or connections close the connection with 4429',
    source: 'WebSocket',
  },
  'd22.form-deflect.request': {
    text: 'POST `/knowledge-bases/:knowledgeBaseId/form-deflect` needs `description` alone and takes `subject`, `page_url`, `group_ids`, `user` and `widget_id`',
    source: 'Form-deflect',
  },
  'd22.form-deflect.response': {
    text: 'Form-deflect answers with `answered`, `answer`, `citations`, `message_id`, `thread_id`, `powered_by` and `powered_by_url`',
    source: 'Form-deflect',
  },
  'd22.form-deflect.answered': {
    text: '`answered` is true exactly when the knowledge base covers the form',
    source: 'Form-deflect',
  },
  'd22.form-deflect.outcome-deflected': {
    text: 'POST `/form-deflect/:messageId/outcome` with `deflected` stores it and gets 204',
    source: 'Form-deflect',
  },
  'd22.form-deflect.outcome-submitted': {
    text: 'POST `/form-deflect/:messageId/outcome` with `submitted` stores it and gets 204',
    source: 'Form-deflect',
  },
  'd22.form-deflect.outcome-other-refused': {
    text: 'An outcome other than `deflected` and `submitted` is refused',
    source: 'Form-deflect',
  },
  'd23.mcp.streamable-http': {
    text: 'MCP speaks Streamable HTTP at `{base_url}/mcp`',
    source: 'MCP',
  },
  'd23.mcp.stateless': {
    text: 'Any MCP request can be served by any server: there is no session',
    source: 'MCP',
  },
  'd23.mcp.client-key-header': {
    text: 'MCP accepts a public key in `X-Client-Key`',
    source: 'MCP',
  },
  'd23.mcp.bearer': {
    text: 'MCP accepts a public key as `Authorization: Bearer`',
    source: 'MCP',
  },
  'd23.mcp.tools': {
    text: 'MCP offers exactly the tools `ask`, `search` and `related`',
    source: 'MCP',
  },
  'd23.mcp.tools-read-only': {
    text: 'Every MCP tool is declared read-only',
    source: 'MCP',
  },
  'd23.mcp.tool-ask': {
    text: 'The MCP tool `ask` answers a question with its sources',
    source: 'MCP',
  },
  'd23.mcp.tool-search': {
    text: 'The MCP tool `search` returns the best-matching passages',
    source: 'MCP',
  },
  'd23.mcp.tool-related': {
    text: 'The MCP tool `related` returns related pages',
    source: 'MCP',
  },
  'd23.mcp.oauth-metadata': {
    text: 'With `mcp_oauth` on, protected-resource metadata (RFC 9728) is served',
    source: 'MCP',
  },
  'd23.mcp.oauth-sign-in': {
    text: 'With `mcp_oauth` on, a reader signs in at the authorization server and the token opens MCP',
    source: 'MCP',
  },
  'd24.recaptcha-site-key.always-present': {
    text: '`recaptcha_site_key` is present in every widget configuration',
    source: 'Widget configuration',
  },
  'd24.recaptcha-site-key.empty-when-off': {
    text: '`recaptcha_site_key` is `""` when CAPTCHA is off',
    source: 'Widget configuration',
  },
  'd25.vector-score.clamped-cosine': {
    text: '`vector_score` is the cosine similarity clamped to 0..1',
    source: 'Search',
  },
  'd25.text-score.share-of-best-bm25': {
    text: '`text_score` is the BM25 score divided by the best score the query could reach',
    source: 'Search',
  },
  'd26.answer-timeout.60-s-in-all': {
    text: 'An answer not finished in 60 s ends with a `timeout` frame',
    source: 'Failures',
  },
  'd26.answer-timeout.20-s-without-token': {
    text: 'An answer that gets no token for 20 s ends with a `timeout` frame',
    source: 'Failures',
  },
  'd26.answer-timeout.configuration': {
    text: 'Both time-outs are configuration',
    source: 'Failures',
  },
} as const
