import type { MoreTexts } from './more-texts.ts'

export const texts: MoreTexts = {
  aboutPage: 'Ask about this page',
  askSelection: 'Ask about this selection',
  removeSelection: 'Remove the selection',
  whyNot: 'Why did it not help?',
  reasonWrong: 'Wrong',
  reasonOutdated: 'Out of date',
  reasonIncomplete: 'Incomplete',
  reasonNotMyQuestion: 'Not my question',
  whatWasWrong: 'What was missing or wrong?',
  sendComment: 'Send',
  personIntro: 'Write to the people behind these docs. They answer by email.',
  yourName: 'Your name',
  yourEmail: 'Your email address',
  yourMessage: 'Your message',
  whatIsSent: 'What is sent',
  sentAlong:
    'Your name, your email address, your message, the address of this page, and this conversation:',
  agreeToSend: 'I have seen what is sent, and I agree.',
  sendMessage: 'Send message',
  cancel: 'Cancel',
  messageSent: 'Your message is on its way. The answer comes to {0}.',
  messageFailed: 'Your message could not be sent. Please try again.',
}
