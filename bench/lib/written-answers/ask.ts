import type { AnswerState } from '@footnote/client'
import type { CitablePassage } from '../../../server/src/answering/citations/citable-passage.ts'
import { loadPassages } from '../../../server/src/retrieval/load-passages.ts'
import { withTenant } from '../../../server/src/platform/database/tenant.ts'
import type { ServedCorpus } from '../answers/corpus-service.ts'

export type Asked = {
  outcome: 'answered' | 'refused' | 'failed'
  /** Who refused, or the code of the failure. */
  by: string | null
  streamed: string
  text: string
  passages: CitablePassage[]
  /** The pages cited, by their id in the corpus. */
  pages: string[]
  dropped: number
  inputTokens: number | null
  outputTokens: number | null
  firstWordMs: number | null
  totalMs: number
}

/** Over HTTP, as a page would ask. A failed answer is a result too. */
export async function ask(served: ServedCorpus, question: string): Promise<Asked> {
  const startMs = performance.now()
  let firstWordMs: number | null = null
  let last: AnswerState | undefined
  let streaming: AnswerState | undefined
  for await (last of served.client.askText({ query: question })) {
    if (last.text !== '') firstWordMs ??= performance.now() - startMs
    if (last.status === 'streaming') streaming = last
  }
  const totalMs = performance.now() - startMs
  if (!last) throw new Error(`No answer to "${question}"`)
  const shown = { streamed: streaming?.text ?? '', text: last.text, firstWordMs, totalMs }
  const passages = await givenPassages(served, streaming)
  if (last.status !== 'done' || last.messageId === null) {
    const by = last.error?.code ?? last.status
    const nothing = { pages: [], dropped: 0, inputTokens: null, outputTokens: null }
    return { outcome: 'failed', by, passages, ...shown, ...nothing }
  }
  const { service, index } = served
  const stored = await service.admin.messages.get(index.caller.knowledgeBaseId, last.messageId)
  const { trace } = stored
  const cited = last.citations.map(({ document_id: id }) => index.documentIds.get(id) ?? id)
  return {
    outcome: stored.covered ? 'answered' : 'refused',
    by: trace.declined_by,
    ...shown,
    passages,
    pages: [...new Set(cited)],
    dropped: trace.dropped_citations.length,
    inputTokens: trace.input_tokens,
    outputTokens: trace.output_tokens,
  }
}

/** The first frame names them, in order; a refused question has none. */
async function givenPassages(
  { index: { roles, caller } }: ServedCorpus,
  streaming: AnswerState | undefined,
): Promise<CitablePassage[]> {
  const citations = streaming?.citations ?? []
  const ids = citations.map(({ chunk_id: id }) => id)
  const { passages } = await withTenant(roles.api.db, caller, (tx) => loadPassages(tx, ids))
  return citations.flatMap((citation) => {
    const passage = passages.get(citation.chunk_id)
    return passage
      ? [{ citation, content: passage.content, language: passage.document.language }]
      : []
  })
}
