import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMarkerReader } from './marker-reader.ts'
import { settleCitations } from './settle.ts'
import { markersOf, splitCode } from './testing/code-oracle.ts'
import { cutAt, cuts, modelOutput, someSources } from './testing/model-output.ts'

/** `npm run fuzz` runs the long form. */
const isFull = process.env['FUZZ'] === 'full'
const RUNS = isFull ? 100_000 : 3_000
const TIMEOUT_MS = isFull ? 1_800_000 : 30_000

function read(pieces: readonly string[], sourceCount: number): string[] {
  const reader = createMarkerReader(sourceCount)
  return [...pieces.map((piece) => reader.push(piece)), reader.end()]
}

/** As the contract has it: append every delta; an `answer` on the last frame replaces them. */
const textOfClient = (deltas: readonly string[], answer: string | undefined): string =>
  answer ?? deltas.join('')

test(
  `${RUNS} model outputs, cut anywhere, end in an answer without a dangling marker or a gap`,
  () => {
    fc.assert(
      fc.property(modelOutput, cuts, someSources, (output, shares, sources) => {
        const deltas = read(cutAt(output, shares), sources.length)
        const streamed = deltas.join('')
        expect(streamed, 'the same however it is cut').toBe(read([output], sources.length).join(''))
        for (const index of markersOf(streamed)) expect(index).toBeOneOf(indexesOf(sources))
        expect(read([streamed], sources.length).join(''), 'read again').toBe(streamed)

        const { text, answer, citations } = settleCitations(streamed, sources)
        expect(textOfClient(deltas, answer)).toBe(text)
        expect(citations.map(({ index }) => index)).toEqual(indexesOf(citations))
        const cited = [...new Set(markersOf(text))]
        expect(cited, 'numbered in the order of appearance').toEqual(indexesOf(citations))
        expect(splitCode(text).code, 'code untouched').toEqual(splitCode(streamed).code)
        expect(settleCitations(text, sources.slice(0, 0)).citations).toEqual([])
        expect(read([text], citations.length).join(''), 'the answer read again').toBe(text)
      }),
      { numRuns: RUNS },
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
        for (const delta of read(cutAt(output, shares), 3)) {
          expect(delta.isWellFormed()).toBe(true)
        }
      }),
      { numRuns: RUNS },
    )
  },
  TIMEOUT_MS,
)

const indexesOf = (list: readonly unknown[]): number[] => list.map((_, position) => position + 1)
