import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pageUrl } from '../../../cli/src/ingest/page-url.ts'
import { walkFolder } from '../../../cli/src/ingest/walk-folder.ts'
import type { JudgedSet, SetDocument, SetQuery } from './sets.ts'

/** 2: the page answers. 1: it helps. */
type Grade = 1 | 2

export type OwnQuestion =
  | { question: string; pages: Readonly<Record<string, Grade>> }
  | { question: string; covered: false }

export type OwnSet = JudgedSet & {
  /** Questions that no page answers. */
  uncovered: readonly string[]
}

/** Read by who works on Footnote: the quick start leaves them out too. */
const NOT_FOR_READERS = 'decisions/'

/** The pages as the quick start's `footnote ingest` finds them, and the questions written for them. */
export async function readOwnSet(docsDir: string, questionsFile: string): Promise<OwnSet> {
  const documents = await readPages(docsDir)
  const questions = parseQuestions(await readFile(questionsFile, 'utf8'))
  requirePages(questions, new Set(documents.map(({ id }) => id)))
  const queries = questions.flatMap((line, index): SetQuery[] => {
    if (!('pages' in line)) return []
    const relevance = new Map(Object.entries(line.pages))
    return [{ id: `line ${index + 1}`, text: line.question, relevance, altered: [] }]
  })
  const uncovered = questions.flatMap((line) => ('pages' in line ? [] : [line.question]))
  return { name: 'own', contentType: 'text/markdown', documents, queries, uncovered }
}

export async function readPages(docsDir: string): Promise<SetDocument[]> {
  const files = await walkFolder(docsDir)
  const pages = files.filter(
    ({ contentType, path }) => contentType === 'text/markdown' && !path.startsWith(NOT_FOR_READERS),
  )
  return Promise.all(
    pages.map(async ({ path }) => ({
      id: path,
      url: pageUrl('https://docs.example.com/', path),
      // Taken from the content, as for any page of a folder.
      title: '',
      content: await readFile(join(docsDir, path), 'utf8'),
    })),
  )
}

/** One JSON object a line. A mistake in the file stops the run: it would shift every figure. */
export function parseQuestions(text: string): OwnQuestion[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const seen = new Set<string>()
  return lines.map((line, index) => {
    const parsed: unknown = JSON.parse(line)
    if (!isQuestion(parsed)) {
      throw new Error(
        `Question ${index + 1} needs "question" and either "pages" with grades of 1 or 2, or "covered": false: ${line}`,
      )
    }
    if (seen.has(parsed.question)) throw new Error(`Asked twice: ${parsed.question}`)
    seen.add(parsed.question)
    return parsed
  })
}

function isQuestion(value: unknown): value is OwnQuestion {
  if (!isRecord(value)) return false
  const { question, pages, covered, ...others } = value
  if (typeof question !== 'string' || question.trim() === '') return false
  if (Object.keys(others).length > 0) return false
  if (pages === undefined) return covered === false
  if (!isRecord(pages) || covered !== undefined) return false
  const grades = Object.values(pages)
  return grades.length > 0 && grades.every((grade) => grade === 1 || grade === 2)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A page that was moved or removed takes its questions along: correct them in the same commit. */
export function requirePages(questions: readonly OwnQuestion[], paths: ReadonlySet<string>): void {
  const missing = questions.flatMap((line) =>
    'pages' in line
      ? Object.keys(line.pages)
          .filter((path) => !paths.has(path))
          .map((path) => `  docs/${path}, for "${line.question}"`)
      : [],
  )
  if (missing.length > 0) {
    throw new Error(`Questions name pages that are not there:\n${missing.join('\n')}`)
  }
}
