import { t as shared } from '../../texts.ts'

const gaps = {
  title: 'Gaps',
  lead: 'What readers ask and your pages do not answer well, grouped by meaning.',
  state: 'State',
  states: { open: 'Open', resolved: 'Resolved', ignored: 'Ignored' },
  gap: 'Topic',
  questions: 'Questions',
  notCovered: 'Not covered',
  ratedDown: 'Not helpful',
  reasons: {
    wrong: 'Wrong',
    outdated: 'Out of date',
    incomplete: 'Incomplete',
    not_my_question: 'Not the question',
  },
  saidWhy: (reasons: string) => `What readers said: ${reasons}.`,
  trend: 'Last 8 weeks',
  trendText: (counts: string) => `By week, oldest first: ${counts}`,
  last: 'Last asked',
  coveredNow: 'Covered now',
  coveredNowReason: 'Pages indexed since then answer it. Try it, then resolve the gap.',
  missingWords: (words: string) =>
    `Not on any page: ${words}. Until a page has it, this is not covered.`,
  nearest: 'Closest pages',
  noNearest: 'No page comes close.',
  asked: 'Questions asked',
  name: 'Title',
  resolve: 'Resolve',
  ignore: 'Ignore',
  reopen: 'Reopen',
  merge: 'Merge into',
  mergeNone: 'Choose a gap',
  mergeDo: 'Merge',
  try: 'Ask in the playground',
  saved: 'Gap saved',
  empty: 'No gaps',
  toQuestions: 'See all questions',
  emptyReason:
    'Two similar questions that are not covered, or answers rated not helpful, make a gap.',
  emptyOther: 'No gaps in this state',
  draft: 'Draft an article',
  verify: 'Write a verified answer',
}

const draft = {
  title: 'Draft an article',
  back: 'Gaps',
  lead: 'One section per question, written from your pages with links to them. What no page covers is marked, never made up.',
  from: 'Based on',
  everyPage: 'All pages that are not restricted',
  by: 'Model',
  readersModel: 'Same as readers',
  extract: 'No model (quotes)',
  write: 'Write draft',
  again: 'Rewrite',
  stop: 'Stop',
  writing: 'Writing…',
  stopped: 'Stopped.',
  editor: 'Markdown',
  preview: 'Preview',
  capped: 'The daily cost cap is reached, so the draft quotes your pages.',
  open: (count: number) =>
    count === 1
      ? 'One question is marked TODO: no page covers it. Answer it or remove its section, then save.'
      : `${count} questions are marked TODO: no page covers them. Answer them or remove their sections, then save.`,
  save: 'Save as page',
  name: 'Title',
  address: 'URL',
  addressHint: 'Where readers find it, and what answers link to.',
  group: 'Group',
  noGroup: 'No group',
  otherGroups:
    'The draft may contain text from other groups. Everyone who can read this group will be able to read it.',
  taken: 'Another page has this URL. Choose a different one.',
  download: 'Download .md',
  saved: 'Page saved. The gap shows “Covered now” once the page is indexed and answers it.',
}

export const t = { ...shared, gaps, draft }
