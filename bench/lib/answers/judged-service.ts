import type { AnswerState } from '@footnote/client'
import type { ServedCorpus } from './corpus-service.ts'
import { corpusNamed, withCorpusService } from './corpus-service.ts'
import type { JudgedCorpus } from './judged-corpora.ts'

export type AskedAnswer = {
  text: string
  refused: boolean
  /** The pages cited, by their id in the corpus. */
  pages: string[]
  milliseconds: number
  /** To the reply of a search for the same question, just before; its vector is known to both. */
  searchMilliseconds: number
  firstFrameMilliseconds: number
}
/** What a chat retrieves by default. */
const PASSAGES = 10

export type Ask = (corpus: JudgedCorpus, question: string) => Promise<AskedAnswer>

/** The service over a knowledge base a corpus, asked over HTTP as a page would ask. */
export const withJudgedService = <Result>(
  corpora: readonly JudgedCorpus[],
  options: { modelDir: string; env: Readonly<Record<string, string>> },
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> =>
  withCorpusService(corpora, options, (served) =>
    work(({ name }, question) => askOne(corpusNamed(served, name), question)),
  )

async function askOne(
  { client, service, index }: ServedCorpus,
  question: string,
): Promise<AskedAnswer> {
  const { caller, documentIds } = index
  await client.search({ query: question, limit: PASSAGES })
  const searchMs = performance.now()
  await client.search({ query: question, limit: PASSAGES })
  const startMs = performance.now()
  let firstFrameMs: number | undefined
  let answer: AnswerState | undefined
  for await (answer of client.askText({ query: question })) firstFrameMs ??= performance.now()
  const milliseconds = performance.now() - startMs
  if (answer?.status !== 'done' || answer.messageId === null)
    throw new Error(`No answer to "${question}"`)
  const { covered } = await service.admin.messages.get(caller.knowledgeBaseId, answer.messageId)
  const cited = answer.citations.map(({ document_id: id }) => documentIds.get(id) ?? id)
  return {
    text: answer.text,
    refused: !covered,
    pages: [...new Set(cited)],
    milliseconds,
    searchMilliseconds: startMs - searchMs,
    firstFrameMilliseconds: (firstFrameMs ?? startMs) - startMs,
  }
}
