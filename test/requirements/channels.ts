/** Questions that people ask in another product. */
export const channels = {
  'channels.signature': {
    text: 'A call is taken if it carries the product’s signature of the last five minutes and names the connected app; any other gets 401',
    source: 'Channels',
  },
  'channels.once': {
    text: 'A question is answered once, however often it is delivered, and in the order of its conversation',
    source: 'Channels',
  },
  'channels.source': {
    text: 'Questions of a channel have the source `bot`, and are rated as others are',
    source: 'Channels',
  },
  'channels.groups': {
    text: 'A channel reads the groups it was given; without any, all but those for signed readers, which are not read where another company reads along',
    source: 'Channels',
  },
  'channels.links': {
    text: 'In a channel only what the answer cites is linked',
    source: 'Channels',
  },
} as const
