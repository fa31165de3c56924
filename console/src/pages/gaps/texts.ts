import { t as shared } from '../../texts.ts'

const gaps = {
  title: 'Gaps',
  lead: 'What readers ask and your pages do not answer well, grouped by meaning.',
  state: 'State',
  states: { open: 'Open', resolved: 'Resolved', ignored: 'Ignored' },
  gap: 'What is missing',
  questions: 'Questions',
  notCovered: 'Not covered',
  ratedDown: 'Rated down',
  trend: 'Last 8 weeks',
  trendText: (counts: string) => `By week, oldest first: ${counts}`,
  last: 'Asked last',
  coveredNow: 'Covered now',
  coveredNowReason: 'Pages that were indexed since answer it. Try it, then resolve it.',
  missingWords: (words: string) => `On no page: ${words}. Until one has it, this is not covered.`,
  nearest: 'Pages that come close',
  noNearest: 'No page comes close.',
  asked: 'What was asked',
  name: 'Title',
  resolve: 'Resolve',
  ignore: 'Ignore',
  reopen: 'Open again',
  merge: 'Merge into',
  mergeNone: 'Choose a gap',
  mergeDo: 'Merge',
  try: 'Ask in the playground',
  saved: 'The gap is saved',
  empty: 'No gap',
  toQuestions: 'See all questions',
  emptyReason:
    'Two questions about the same thing that are not covered, or answers rated down, make a gap.',
  emptyOther: 'No gap in this state',
  draft: 'Draft an article',
}

const draft = {
  title: 'Draft an article',
  back: 'Gaps',
  lead: 'A section for each question, written from your pages with links to them. What no page covers is marked, and never made up.',
  from: 'Written from',
  everyPage: 'Every page that is not restricted',
  by: 'Written by',
  readersModel: 'The model that readers get',
  extract: 'No model: sentences are quoted',
  write: 'Write a draft',
  again: 'Write it again',
  stop: 'Stop',
  writing: 'Writing…',
  stopped: 'You stopped it.',
  editor: 'Markdown',
  preview: 'Preview',
  capped: 'Today’s cost has reached the cap, so sentences are quoted.',
  open: (count: number) =>
    count === 1
      ? 'One question is marked TODO: no page covers it. Answer it or remove its section, then save.'
      : `${count} questions are marked TODO: no page covers them. Answer them or remove their sections, then save.`,
  save: 'Save as a page',
  name: 'Title',
  address: 'Address',
  addressHint: 'Where readers find it, and what answers link to.',
  group: 'Source group',
  noGroup: 'No group',
  otherGroups:
    'It may say what pages of other groups say. Whoever may read only this group will read it.',
  taken: 'A page has this address already.',
  download: 'Download .md',
  saved: 'The page is saved. The gap says “covered now” once it is indexed and answers it.',
}

export const t = { ...shared, gaps, draft }
