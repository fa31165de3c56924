/** Questions that people ask in another product. */
export const channels = {
  'channels.signature': {
    text: 'A call is taken if it carries the product’s signature, of the last five minutes where the product signs the time, and names the connected app; any other gets 401',
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
    text: 'A channel reads the groups it was given; without any, all but those for signed readers, which are not read where strangers read along',
    source: 'Channels',
  },
  'channels.unasked': {
    text: 'What nobody has addressed to the app is answered, proposed or ignored as the channel says, never twice, and by default not at all where the documentation does not cover it',
    source: 'Channels',
  },
  'channels.links': {
    text: 'In a channel only what the answer cites is linked',
    source: 'Channels',
  },
} as const
