import { join } from 'node:path'
import { everyNth } from '../every-nth.ts'
import { ROOT } from '../options.ts'
import { readLines } from '../sets/sets.ts'

/** A question that has nothing to do with any of the corpora, but for one that is named. */
export type OffTopicQuestion = {
  kind: string
  language: string
  text: string
  /** docs: our own documentation has come to be about it. */
  subject_of?: 'docs'
}

const OWN_FILE = join(ROOT, 'bench/answerability/off-topic.jsonl')
const CLINC_QUESTIONS = 200

/** Written for this bench. Never trained on. */
export const readOwnOffTopic = (): Promise<OffTopicQuestion[]> => readLines(OWN_FILE)

/** Requests to an assistant; the intent is the kind. Empty where the set is not in the folder. */
export async function readClinc(dataDir: string): Promise<OffTopicQuestion[]> {
  type Line = { text: string; intent: string }
  const lines = await readLines<Line>(join(dataDir, 'clinc_oos/test.jsonl')).catch((): Line[] => [])
  return everyNth(lines, CLINC_QUESTIONS).map(({ text, intent }) => {
    return { kind: `clinc ${intent}`, language: 'en', text }
  })
}

const SMALL_TALK = /^(?:clinc )?(?:greeting|thanks|thank_you|goodbye)$/

/** It is replied to before anything is searched. */
export const isSmallTalk = (kind: string): boolean => SMALL_TALK.test(kind)
