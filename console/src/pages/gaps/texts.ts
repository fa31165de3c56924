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
}

export const t = { ...shared, gaps }
