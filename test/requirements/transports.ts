/** WebSocket, form-deflect and MCP. */
export const transports = {
  'websocket.path': {
    text: 'A WebSocket opens at `/api/v1/public/knowledge-bases/:knowledgeBaseId/ws`',
    source: 'WebSocket',
  },
  'websocket.init-with-public-key': {
    text: 'An `init` with a good `client_key` is answered by `ready`',
    source: 'WebSocket',
  },
  'websocket.init-with-secret-pair': {
    text: 'An `init` with a good secret pair is answered by `ready`',
    source: 'WebSocket',
  },
  'websocket.ask': {
    text: 'An `ask` takes an `id` and the fields of the chat body',
    source: 'WebSocket',
  },
  'websocket.frames': {
    text: 'Every answer frame is the chat frame plus `type` "frame" and the `id` of its question',
    source: 'WebSocket',
  },
  'websocket.cancel': {
    text: 'A `cancel` stops the question of its `id` and no other',
    source: 'WebSocket',
  },
  'websocket.ping': {
    text: 'A `ping` is accepted at any time after `ready`',
    source: 'WebSocket',
  },
  'websocket.several-at-once': {
    text: 'Several questions run at once on one connection, and each gets its own answer',
    source: 'WebSocket',
  },
  'websocket.close-4400': {
    text: 'A bad message closes the connection with 4400',
    source: 'WebSocket',
  },
  'websocket.close-4401': {
    text: 'A credential that is not authorised closes the connection with 4401',
    source: 'WebSocket',
  },
  'websocket.close-4408': {
    text: 'A connection without `init` in 10 s is closed with 4408',
    source: 'WebSocket',
  },
  'websocket.close-4429': {
    text: 'Too many messages or connections close the connection with 4429',
    source: 'WebSocket',
  },
  'form-deflect.request': {
    text: 'POST `/knowledge-bases/:knowledgeBaseId/form-deflect` needs `description` alone and takes `subject`, `page_url`, `group_ids`, `user` and `widget_id`',
    source: 'Form-deflect',
  },
  'form-deflect.response': {
    text: 'Form-deflect answers with `answered`, `answer`, `citations`, `message_id`, `thread_id`, `powered_by` and `powered_by_url`',
    source: 'Form-deflect',
  },
  'form-deflect.answered': {
    text: '`answered` is true exactly when the knowledge base covers the form',
    source: 'Form-deflect',
  },
  'form-deflect.outcome-deflected': {
    text: 'POST `/form-deflect/:messageId/outcome` with `deflected` stores it and gets 204',
    source: 'Form-deflect',
  },
  'form-deflect.outcome-submitted': {
    text: 'POST `/form-deflect/:messageId/outcome` with `submitted` stores it and gets 204',
    source: 'Form-deflect',
  },
  'form-deflect.outcome-other-refused': {
    text: 'An outcome other than `deflected` and `submitted` is refused',
    source: 'Form-deflect',
  },
  'mcp.streamable-http': {
    text: 'MCP speaks Streamable HTTP at `{base_url}/mcp`',
    source: 'MCP',
  },
  'mcp.stateless': {
    text: 'Any MCP request can be served by any server: there is no session',
    source: 'MCP',
  },
  'mcp.client-key-header': {
    text: 'MCP accepts a public key in `X-Client-Key`',
    source: 'MCP',
  },
  'mcp.bearer': {
    text: 'MCP accepts a public key as `Authorization: Bearer`',
    source: 'MCP',
  },
  'mcp.tools': {
    text: 'MCP offers exactly the tools `ask`, `search`, `related` and `read`, which name the knowledge base',
    source: 'MCP',
  },
  'mcp.tools-read-only': {
    text: 'Every MCP tool is declared read-only',
    source: 'MCP',
  },
  'mcp.tool-ask': {
    text: 'The MCP tool `ask` answers a question with its sources',
    source: 'MCP',
  },
  'mcp.ask-closest-pages': {
    text: 'Where the documentation does not cover a question, the MCP tool `ask` names the closest pages that the caller may read',
    source: 'MCP',
  },
  'mcp.tool-search': {
    text: 'The MCP tool `search` returns the best-matching passages',
    source: 'MCP',
  },
  'mcp.tool-related': {
    text: 'The MCP tool `related` returns related pages',
    source: 'MCP',
  },
  'mcp.tool-read': {
    text: 'The MCP tool `read` returns a page in markdown; one that may not be read looks like one that does not exist',
    source: 'MCP',
  },
  'mcp.oauth-metadata': {
    text: 'With `mcp_oauth` on, protected-resource metadata (RFC 9728) is served',
    source: 'MCP',
  },
  'mcp.oauth-sign-in': {
    text: 'With `mcp_oauth` on, a reader signs in at the authorization server and the token opens MCP',
    source: 'MCP',
  },
} as const
