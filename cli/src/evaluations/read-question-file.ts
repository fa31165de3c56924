import { readFile } from 'node:fs/promises'
import type { NewQuestionsInput } from '@footnote/client/admin'
import { Failure, USAGE_EXIT_CODE } from '../failure.ts'

/** A `.csv` file as it is, or a JSON list of questions; the server checks what is in them. */
export async function readQuestionFile(path: string): Promise<NewQuestionsInput> {
  const text = await readFile(path, 'utf8')
  if (/\.csv$/i.test(path)) return { csv: text }
  const parsed = parseJson(path, text)
  const items: unknown =
    typeof parsed === 'object' && parsed !== null && 'items' in parsed ? parsed.items : parsed
  if (!Array.isArray(items)) {
    throw new Failure(`${path} is neither a list of questions nor has "items".`, USAGE_EXIT_CODE)
  }
  return { items }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Failure(`${path} is not JSON.`, USAGE_EXIT_CODE, { cause: error })
  }
}
