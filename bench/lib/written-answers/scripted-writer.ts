import { splitSentences } from '../../../server/src/text/sentences.ts'
import { analyse } from '../../../server/src/text/terms.ts'
import type { ModelScript } from '../../../test/fakes/model-scripts.ts'
import { says } from '../../../test/fakes/model-scripts.ts'
import type { ModelRequest } from '../../../test/fakes/model-server.ts'

/** What the scripted writer makes up and cites. Its marker has to go. */
export const MADE_UP = 'It also needs 4711 gigabytes of memory.'

const PASSAGE = /<passage number="(\d+)"[^\n]*>\n([\s\S]*?)\n<\/passage>/g
const MIN_SHARED_TERMS = 2

const LINKS =
  'See [the guide](https://evil.example/x?q=secret), https://evil.example and ![i](https://evil.example/i.png).'

/**
 * Stands in for a model: quotes the sentence that shares most terms with the question and cites it;
 * declines where none shares two. In turns it also makes something up, links elsewhere, or cites a
 * passage that is not there.
 */
export function createScriptedWriter(): (request: ModelRequest) => ModelScript {
  let answers = 0
  return ({ messages }) => {
    const prompt = messages.at(-1)?.content ?? ''
    const quoted = bestSentence(prompt)
    if (!quoted) return says('NOT_COVERED')
    const answer = `${quoted.sentence.replace(/[.。]$/u, '')} [${quoted.number}].`
    const flaws = ['', `${MADE_UP.slice(0, -1)} [${quoted.number}].`, LINKS, 'As shown above [99].']
    return says(`${answer} ${flaws[answers++ % flaws.length] ?? ''}`.trim())
  }
}

function bestSentence(prompt: string): { number: string; sentence: string } | null {
  const question = new Set(analyse(prompt.slice(prompt.lastIndexOf('\nQuestion: ') + 11)))
  let best: { number: string; sentence: string } | null = null
  let most = MIN_SHARED_TERMS - 1
  for (const [, number = '', content = ''] of prompt.matchAll(PASSAGE)) {
    for (const sentence of splitSentences(content)) {
      const shared = new Set(analyse(sentence).filter((term) => question.has(term))).size
      if (shared <= most) continue
      most = shared
      best = { number, sentence }
    }
  }
  return best
}
