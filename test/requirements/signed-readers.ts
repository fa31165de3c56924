/** Readers whom a company's own login vouches for by signed tokens. */
export const signedReaders = {
  'reader-token.header': {
    text: 'Over HTTP and MCP the reader token is in `X-Reader-Token`, which pages may send',
    source: 'Signed readers',
  },
  'reader-token.websocket': {
    text: 'Over a WebSocket the reader token is in the first message, and a question may bring a newer one',
    source: 'Signed readers',
  },
  'reader-token.invalid': {
    text: 'A reader token that is not valid gets 401 `READER_TOKEN_INVALID`, whatever could be read without it',
    source: 'Signed readers',
  },
  'reader-token.claims': {
    text: 'A token needs `sub`, `aud` and `exp`, and is valid for at most 24 hours; clocks may differ by a minute',
    source: 'Signed readers',
  },
  'reader-token.algorithms': {
    text: 'The algorithm comes from the signer: HS256 for a secret, an asymmetric one for keys',
    source: 'Signed readers',
  },
  'reader-groups.rule': {
    text: 'A group for signed readers alone is read where the key reaches it and the token names it, over every transport',
    source: 'Signed readers',
  },
  'reader-groups.unknown': {
    text: 'Groups of a token that the knowledge base does not have are ignored, and no token widens a key',
    source: 'Signed readers',
  },
  'reader-groups.unpublished': {
    text: 'A group for signed readers alone is in no `llms.txt` and behind no starter question',
    source: 'Signed readers',
  },
  'reader-token.mid-answer': {
    text: 'An answer ends within a second of its token expiring, its signer being withdrawn or its group being closed',
    source: 'Signed readers',
  },
  'reader-threads.own': {
    text: 'A conversation of a signed reader is continued and rated by the same reader of the same signer alone',
    source: 'Signed readers',
  },
  'reader-threads.anonymous': {
    text: 'A conversation that began without a reader token is continued and rated without one',
    source: 'Signed readers',
  },
  'reader-token.asker': {
    text: 'The asker of a signed reader is the `sub` of the token, under the same rules as `user`; nothing else of it is stored',
    source: 'Signed readers',
  },
} as const
