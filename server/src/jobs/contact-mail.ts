import type { ContactRequest, ConversationTurn } from '../conversations/contacts.ts'
import type { Message } from '../platform/mail.ts'

type About = { knowledgeBaseName: string; to: string; publicUrl: string | null }

/**
 * What a reader wrote to a person, as text alone: whatever it holds, a mail program renders none of it. The
 * head has nothing of the reader but the address to answer to.
 */
export function contactMail(
  request: ContactRequest,
  { knowledgeBaseName, to, publicUrl }: About,
): Message {
  const { id, name, email, message, page_url: pageUrl, conversation } = request
  const head = [
    message.trim(),
    '-- ',
    `${name} <${email}> asks a person${pageUrl === null ? '' : `, on ${pageUrl}`}.`,
    'Reply to this mail to answer.',
  ]
  const earlier = conversation.length === 0 ? [] : ['', 'What was asked and answered before:']
  return {
    to,
    replyTo: { name, address: email },
    subject: `A question about ${knowledgeBaseName}`,
    text: [...head, ...earlier, ...conversation.map(turnText)].join('\n'),
    // The same however often it is sent, so that mail servers that look for copies drop the second one.
    messageId: `<contact.${id}@${publicUrl === null ? 'footnote.invalid' : new URL(publicUrl).hostname}>`,
  }
}

const turnText = ({ question, answer, citations }: ConversationTurn): string =>
  [
    '',
    `Question: ${question.trim()}`,
    '',
    answer.trim(),
    ...(citations.length === 0 ? [] : ['']),
    ...citations.map(({ index, title, url }) => `[${index}] ${title}: ${url}`),
  ].join('\n')
