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
  /** From the end of the search to the first frame: answerability and the extract. */
  quoteMilliseconds: number
}
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
  const startMs = performance.now()
  let answer: AnswerState | undefined
  for await (answer of client.askText({ query: question }));
  const milliseconds = performance.now() - startMs
  if (answer?.status !== 'done' || answer.messageId === null)
    throw new Error(`No answer to "${question}"`)
  const { covered, trace } = await service.admin.messages.get(
    caller.knowledgeBaseId,
    answer.messageId,
  )
  const { quoted = 0, reranked = 0 } = trace.timings_ms
  const cited = answer.citations.map(({ document_id: id }) => documentIds.get(id) ?? id)
  const pages = [...new Set(cited)]
  const quoteMilliseconds = quoted - reranked
  return { text: answer.text, refused: !covered, pages, milliseconds, quoteMilliseconds }
}
