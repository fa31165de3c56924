import type { Turn } from '../../conversations/threads.ts'
import type { LanguageModel, Written } from '../../models/language/language-model.ts'
import { NO_USAGE, writeWhole } from '../../models/language/language-model.ts'
import { storableText } from '../../text/storable-text.ts'
import { escapePassageTags, placeFacts } from '../writing/prompt.ts'
import { readerLanguage } from '../writing/reader-language.ts'
import type { ReaderPage } from '../../retrieval/reader-page.ts'
import { aboutPage } from './about-page.ts'
import { mayHaveParts } from './question-parts.ts'
import { standAlone } from './stand-alone.ts'

export type SearchPlan = {
  /** One, or several for the parts of the question. */
  searches: readonly string[]
  by: 'none' | 'rule' | 'model'
  /** What planning took of the model. */
  usage: Written
}

type Asked = {
  question: string
  turns: readonly Turn[]
  /** The page that it was asked on. */
  page?: Pick<ReaderPage, 'title'> | null
  /** Text that it is about. */
  selection?: string | null
  /** Whether the question may be split. */
  maySplit: boolean
  /** The documents' languages: a short question does not tell its own. */
  languages: readonly string[]
}

/** The reader waits: nothing is searched before the model has said for what. */
const TIMEOUT_MS = 5_000
const MAX_OUTPUT_TOKENS = 200
const MAX_CHARACTERS = 1_000
const MAX_SEARCHES = 3

const STAND_ALONE = `Rewrite the reader's last question so that it can be understood without the conversation: put names in the place of words such as "it" or "there", and add what is left out. Keep its language and its meaning. If it already stands alone, repeat it. Write the question only.`

const SPLIT = `A documentation is searched for the reader's last question. If it compares things or has several parts, write a question for each of them, on a line of its own, at most ${MAX_SEARCHES}. Otherwise write the one question. Each must be understood by itself: put names in the place of words such as "it" or "there", and add what is left out. Keep the language and the meaning. Write the questions only.`

/**
 * What to search for. A follow-up is rewritten to stand alone and a question with parts is split, by the
 * model in one call, or, where there is none or it fails, by rule and not at all. Words that refer to the page
 * it was asked on are given its title by rule. `onFailure` is told of a failure.
 */
export async function planSearches(
  model: LanguageModel | null,
  { question, turns, page = null, selection = null, maySplit, languages }: Asked,
  signal: AbortSignal,
  onFailure: (failure: unknown) => void,
): Promise<SearchPlan> {
  const isFollowUp = turns.length > 0
  const hasParts = () => mayHaveParts(question, readerLanguage(question, languages))
  const isSplit = model !== null && maySplit && (isFollowUp || hasParts())
  const written =
    model && (isFollowUp || isSplit)
      ? await askModel(
          model,
          isSplit ? SPLIT : STAND_ALONE,
          { question, turns, page, selection },
          signal,
        ).catch((error: unknown) => {
          signal.throwIfAborted()
          onFailure(error)
          return { text: null, usage: UNKNOWN }
        })
      : { text: null, usage: NO_USAGE }
  signal.throwIfAborted()
  const { usage, text } = written
  const lines = text === null ? null : isSplit ? splitLines(text) : [text]
  // With the question itself, a bad split costs less. A follow-up cannot be searched as it is.
  const searches = lines?.length === 2 && !isFollowUp ? [question, ...lines] : lines
  if (searches === null) {
    const own = page ? aboutPage(question, page, { languages, isFollowUp }) : question
    const ruled = own === question ? standAlone(question, turns) : own
    return { searches: [ruled], by: ruled === question ? 'none' : 'rule', usage }
  }
  const isAsTyped = searches.length === 1 && searches[0] === question
  return { searches, by: isAsTyped ? 'none' : 'model', usage }
}

const LIST_MARKER = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/

/** A question a line. Null: so many lines are no list of searches. */
function splitLines(text: string): string[] | null {
  const lines = text
    .split('\n')
    .map((line) => line.replace(LIST_MARKER, '').trim())
    .filter((line) => line !== '')
  return lines.length > MAX_SEARCHES ? null : [...new Set(lines)]
}

/** A model that failed may have read the question, and charge for it. */
const UNKNOWN: Written = { inputTokens: undefined, outputTokens: undefined }

async function askModel(
  model: LanguageModel,
  system: string,
  { question, turns, page, selection }: Pick<Asked, 'question' | 'turns' | 'page' | 'selection'>,
  signal: AbortSignal,
): Promise<{ text: string | null; usage: Written }> {
  const conversation = turns.map(
    (turn) => `Reader: ${turn.question}\nAnswer: ${escapePassageTags(turn.answer)}`,
  )
  const content = [
    ...conversation,
    ...placeFacts(page, selection),
    `The reader's last question: ${question}`,
  ].join('\n\n')
  const prompt = {
    system,
    messages: [{ role: 'user' as const, content }],
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  }
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  const { text, usage } = await writeWhole(model, prompt, bounded)
  const written = storableText(text).trim()
  const isUsable = written !== '' && written.length <= MAX_CHARACTERS
  return { text: isUsable ? written : null, usage }
}
