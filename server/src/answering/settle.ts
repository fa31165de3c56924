import type { Trace } from '@footnote/contract/admin/messages'
import type { AdmittedQuestion } from './admit.ts'
import { toCitations } from './citations/citable-passage.ts'
import type { CheckedAnswer } from './citations/verify-citations.ts'
import { verifyCitations } from './citations/verify-citations.ts'
import type { Findings } from './gather-passages.ts'
import { notCoveredText } from './writing/not-covered.ts'
import { readerLanguage } from './writing/reader-language.ts'

/** What the reader is left with. */
export type Settled = CheckedAnswer & {
  /** What found that the documents do not cover the question; null: it is answered. */
  declinedBy: Trace['declined_by']
}

/**
 * Decides, once all is written, what the reader is left with. A verified answer stays as it is, with all of its
 * sources. Any other text is answered, with the citations
 * that its passages support; or declined: by answerability before anything was written, by the writer,
 * who wrote nothing, or by its citations, since a text that cites nothing is not an answer from the
 * documents. It reads and stores nothing, and never adds words of its own to an answer.
 */
export function settle(streamed: string, question: AdmittedQuestion, findings: Findings): Settled {
  if (findings.verified) {
    const citations = toCitations(findings.citable)
    return { ...fixedReply(streamed), citations, declinedBy: null }
  }
  if (findings.words.isDeclined) {
    const { citable } = findings
    const said =
      citable.length === 0
        ? fixedReply(streamed)
        : verifyCitations(streamed, citable, question.text, { isQuoted: true })
    return { ...said, declinedBy: 'missing_words' }
  }
  const { languages, knowledgeBaseName } = question.caller
  const notCovered = () =>
    notCoveredText(readerLanguage(question.text, languages), knowledgeBaseName)
  if (streamed === '') {
    const declinedBy = findings.used.length === 0 ? 'answerability' : 'writer'
    return { ...fixedReply(notCovered()), declinedBy }
  }
  const verified = verifyCitations(streamed, findings.citable, question.text, {
    isQuoted: findings.quoted !== null,
  })
  if (verified.citations.length > 0) return { ...verified, declinedBy: null }
  const text = notCovered()
  return { ...verified, text, answer: text, declinedBy: 'citations' }
}

/** A set sentence, which cites nothing and needs no check. */
export const fixedReply = (text: string): CheckedAnswer => ({
  text,
  answer: undefined,
  citations: [],
  dropped: [],
})
