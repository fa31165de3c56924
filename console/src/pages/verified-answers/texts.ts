import { t as shared } from '../../texts.ts'

const page = {
  title: 'Verified answers',
  lead: 'Answers that your team wrote. Readers who ask the same question get them word for word, if they can see every source.',
  create: 'Verify an answer',
  edit: 'Edit the verified answer',
  empty: 'No verified answers yet',
  emptyReason:
    'Write an answer once, and readers get it word for word, with its date. You can start from an answer on the Questions page or from a gap.',
  question: 'Question',
  questionHint: 'As a reader would ask it.',
  variants: 'Other wordings',
  variantsHint: 'One per line, up to 20. With more of them, more readers get this answer.',
  answer: 'Answer',
  answerHint: 'Markdown without images. Write [1] for the first source, [2] for the second.',
  preview: 'Preview',
  sources: 'Sources',
  sourcesHint:
    'At least one page. Only readers who can see all of them get the answer. When one changes, you are asked to review it.',
  findPage: 'Search pages by title or URL',
  foundPages: 'Pages found',
  removePage: (title: string) => `Remove ${title}`,
  expires: 'Expires on',
  expiresHint: 'Readers no longer get it from that day on. Leave empty for no expiry.',
  verify: 'Verify',
  saved: 'Verified. Readers get this answer from now on.',
  states: {
    given: 'Live',
    needs_review: 'Needs review',
    not_given: 'Not live',
    expired: 'Expired',
  },
  verified: 'Verified',
  until: (day: string) => `Until ${day}`,
  changed: (titles: string) => `Changed since: ${titles}`,
  gone: (titles: string) => `Gone: ${titles}`,
  restricted: (titles: string) => `Restricted: ${titles}`,
  editOne: 'Edit',
  confirm: 'Still correct',
  confirmed: 'Verified as of now',
  delete: 'Delete',
  deleteTitle: (question: string) => `Delete the answer to “${question}”?`,
  deleteEffect: 'The question is answered from your pages again.',
  deleted: 'Verified answer deleted',
}

export const t = { ...shared, page }
