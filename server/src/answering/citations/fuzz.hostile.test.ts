import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAnswerText } from '../writing/answer-text.ts'
import type { CitablePassage } from './citable-passage.ts'
import { verifyCitations } from './verify-citations.ts'
import { getMarkers, splitCode } from './testing/code-oracle.ts'
import { FOUND_OUTPUTS } from './testing/found-outputs.ts'
import { cutAt, cuts, modelOutput, makePassage, somePassages } from './testing/model-output.ts'

/** `npm run fuzz` runs the long form. */
const isFull = process.env['FUZZ'] === 'full'
const RUNS = isFull ? 100_000 : 3_000
const TIMEOUT_MS = isFull ? 1_800_000 : 600_000

/** Whole and in many pieces, without a passage and with one. */
const FOUND = FOUND_OUTPUTS.flatMap((output): [string, number[], CitablePassage[]][] => {
  const everywhere = Array.from(output, (_, at) => at / output.length)
  return [
    [output, [], []],
    [output, everywhere, [makePassage('the key rotates', 1)]],
  ]
})

/** As an answer is streamed. */
function read(pieces: readonly string[], citable: readonly CitablePassage[]): string[] {
  const text = createAnswerText(citable)
  return [...pieces.map((piece) => text.push(piece)), text.end()]
}

/** As the contract has it: append every delta; an `answer` on the last frame replaces them. */
const textOfClient = (deltas: readonly string[], answer: string | undefined): string =>
  answer ?? deltas.join('')

test(
  `${RUNS} model outputs, cut anywhere, end in an answer without a dangling marker or a gap`,
  () => {
    fc.assert(
      fc.property(modelOutput, cuts, somePassages, (output, shares, citable) => {
        const deltas = read(cutAt(output, shares), citable)
        const streamed = deltas.join('')
        expect(streamed, 'the same however it is cut').toBe(read([output], citable).join(''))
        for (const index of getMarkers(streamed)) expect(index).toBeOneOf(getIndexes(citable))
        expect(read([streamed], citable).join(''), 'read again').toBe(streamed)

        const { text, answer, citations } = verifyCitations(streamed, citable)
        expect(textOfClient(deltas, answer)).toBe(text)
        expect(citations.map(({ index }) => index)).toEqual(getIndexes(citations))
        const cited = [...new Set(getMarkers(text))]
        expect(cited, 'numbered in the order of appearance').toEqual(getIndexes(citations))
        expect(splitCode(text).code, 'code untouched').toEqual(splitCode(streamed).code)
        expect(verifyCitations(text, citable.slice(0, 0)).citations).toEqual([])
        expect(
          read([text], citable.slice(0, citations.length)).join(''),
          'the answer read again',
        ).toBe(text)
      }),
      { numRuns: RUNS, examples: FOUND },
    )
  },
  TIMEOUT_MS,
)

test(
  `${RUNS} well-formed outputs, cut also within characters, stream in well-formed pieces`,
  () => {
    const wellFormed = modelOutput.map((output) => output.toWellFormed())
    fc.assert(
      fc.property(wellFormed, cuts, (output, shares) => {
        for (const delta of read(cutAt(output, shares), [])) {
          expect(delta.isWellFormed()).toBe(true)
        }
      }),
      { numRuns: RUNS },
    )
  },
  TIMEOUT_MS,
)

const getIndexes = (list: readonly unknown[]): number[] => list.map((_, position) => position + 1)
