import { everyNth } from '../lib/every-nth.ts'
import type { JudgedQuestion } from '../lib/answers/judged-questions.ts'

type Pages = ReadonlyMap<string, string>
/** `touched`: the pages whose questions may be answered otherwise. */
export type PullRequest = {
  name: string
  changes: Change[]
  touched: string[]
  isHarmless: boolean
}
export type Change = { id: string; content: string | null; isNew: boolean }

/** Ten, over pages that questions are about. `all` has the page of the gap as well. */
export function pullRequests(
  pages: Pages,
  all: Pages,
  questions: readonly JudgedQuestion[],
  gap: JudgedQuestion,
): PullRequest[] {
  const asked = questions.filter((question) => question.pages.every((page) => pages.has(page)))
  const pageOf = (question: JudgedQuestion | undefined): string => question?.pages[0] ?? ''
  const text = (id: string): string => pages.get(id) ?? ''
  const changed = (id: string, content: string): Change => ({ id, content, isNew: false })
  const [one, two, three, four, five] = everyNth(asked, 5)
  const edited = (
    name: string,
    question: JudgedQuestion | undefined,
    edit: Edit,
    isHarmless = false,
  ) => {
    const id = pageOf(question)
    return { name, changes: [changed(id, edit(text(id), question))], touched: [id], isHarmless }
  }
  const numeric = asked.find(({ facts }) => facts.some((fact) => /\d/.test(fact))) ?? four
  const inCode =
    asked.find(({ facts }) => facts.some((fact) => /^[a-z]+ [a-z -]+$/.test(fact))) ?? two
  const whole = pageOf(three)
  const split = text(pageOf(five))
  const middle = split.indexOf('\n## ', split.length / 2)
  const cut = middle === -1 ? split.length : middle
  return [
    edited(
      'typo',
      one,
      (page) => page.replaceAll(' which ', ' wich ').replaceAll(' because ', ' becuase '),
      true,
    ),
    edited('renamed option', inCode, withoutFacts('renamed')),
    {
      name: 'deleted page',
      changes: [{ id: whole, content: null, isNew: false }],
      touched: [whole],
      isHarmless: false,
    },
    {
      name: 'moved page',
      changes: [
        { id: whole, content: null, isNew: false },
        { id: `${whole}-moved`, content: text(whole), isNew: true },
      ],
      touched: [whole],
      isHarmless: false,
    },
    {
      name: 'new page for a gap',
      changes: gap.pages.map((id) => ({ id, content: all.get(id) ?? '', isNew: true })),
      touched: [...gap.pages],
      isHarmless: false,
    },
    edited('wrong default', numeric, withoutFacts('other')),
    {
      name: 'translated page',
      changes: [{ id: `${pageOf(one)}-de`, content: GERMAN, isNew: true }],
      touched: [],
      isHarmless: true,
    },
    {
      name: 'split page',
      changes: [
        changed(pageOf(five), split.slice(0, cut)),
        { id: `${pageOf(five)}-more`, content: `# More\n${split.slice(cut)}`, isNew: true },
      ],
      touched: [pageOf(five)],
      isHarmless: false,
    },
    edited(
      'moved section',
      two,
      (page) => {
        const at = page.indexOf('\n## ')
        const next = page.indexOf('\n## ', at + 1)
        return at === -1 || next === -1
          ? page
          : page.slice(0, at) + page.slice(next) + page.slice(at, next)
      },
      true,
    ),
    edited('removed fact', four, withoutLines),
  ]
}

type Edit = (page: string, question: JudgedQuestion | undefined) => string

/** Every fact is replaced: numbers by others, words by one that says something else. */
const withoutFacts =
  (word: string): Edit =>
  (page, question) =>
    (question?.facts ?? []).reduce(
      (text, fact) =>
        text.replaceAll(new RegExp(fact, 'gi'), (found) =>
          /\d/.test(found)
            ? found.replaceAll(/\d+/g, (digits) => String(Number(digits) * 3 + 1))
            : found.replace(/\S+$/, word),
        ),
      page,
    )

/** Every line with a fact is gone. */
const withoutLines: Edit = (page, question) =>
  page
    .split('\n')
    .filter((line) => !(question?.facts ?? []).some((fact) => new RegExp(fact, 'i').test(line)))
    .join('\n')

const GERMAN = `# Erste Schritte

Diese Seite ist eine Übersetzung. Sie erklärt, wie Sie den Dienst einrichten und was Sie dafür brauchen.

## Voraussetzungen

Sie brauchen ein Konto und einen Rechner mit einer Verbindung zum Netz.
`
