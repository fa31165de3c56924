import { splitSentences } from '../../server/src/text/sentences.ts'
import type { ModelScript } from '../../test/fakes/model-scripts.ts'
import { says } from '../../test/fakes/model-scripts.ts'
import type { ModelRequest } from '../../test/fakes/model-server.ts'

const PASSAGE = /<passage number="(\d+)"[^\n]*>\n([\s\S]*?)\n<\/passage>/g
const CITED = 4
const SENTENCES = 2

/** Stands in for a model: the first sentences of the first passages, each cited, some 800 characters. */
export function createQuotingWriter(): (request: ModelRequest) => ModelScript {
  return ({ messages }) => {
    const prompt = messages.at(-1)?.content ?? ''
    const passages = [...prompt.matchAll(PASSAGE)].slice(0, CITED)
    const quoted = passages.flatMap(([, number = '', content = '']) =>
      splitSentences(content)
        .slice(0, SENTENCES)
        .map((sentence) => `${sentence.trim().replace(/[.。]$/u, '')} [${number}].`),
    )
    return says(quoted.join(' ') || 'NOT_COVERED')
  }
}
