/** Messages of readers to a person. */
export const contact = {
  'contact.accepted': {
    text: 'A message to a person gets 202 with its `id` and is delivered by mail or as an event, with the conversation',
    source: 'Asking a person',
  },
  'contact.once': {
    text: 'A message to a person is delivered once, however often the same `id` is sent',
    source: 'Asking a person',
  },
  'contact.body': {
    text: 'A message to a person with a bad id, name, email, message or page, or without consent, gets 400',
    source: 'Asking a person',
  },
  'contact.unavailable': {
    text: 'Where `contact_available` is false, as under Zero data retention, a message to a person gets 404',
    source: 'Asking a person',
  },
  'contact.message-id': {
    text: "A message to a person about another knowledge base's answer gets 403, about an unknown one 404",
    source: 'Asking a person',
  },
  'contact.own': {
    text: 'A message to a person about an answer of another signed reader gets 404',
    source: 'Asking a person',
  },
  'contact.limits': {
    text: 'A message to a person counts as 20 requests, and a knowledge base takes 60 in an hour',
    source: 'Asking a person',
  },
  'contact.forgotten': {
    text: 'The text of a message to a person is deleted once it is delivered',
    source: 'Asking a person',
  },
  'client.contact': {
    text: 'The widget offers to ask a person below a refusal and a bad rating, shows what is sent, and sends it on consent',
    source: 'Clients',
  },
} as const
