import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FOUND_OUTPUTS } from '../citations/testing/found-outputs.ts'
import { cutAt, cuts } from '../citations/testing/model-output.ts'
import { getAllowedLinks } from './allowed-links.ts'
import { createSafeText } from './create-safe-text.ts'
import { toSafeText } from './create-safe-text.ts'
import { hostileOutput, PAGE_URL } from './testing/hostile-output.ts'
import { readMarkdown } from './testing/markdown-oracle.ts'
import { passageAt } from './testing/passage-at.ts'

/** `npm run fuzz` runs the long form. Each batch has a time limit of its own. */
const isFull = process.env['FUZZ'] === 'full'
const RUNS = isFull ? 100_000 : 1_000
const TIMEOUT_MS = isFull ? 3_600_000 : 600_000
const BATCHES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

const FOUND = FOUND_OUTPUTS.map((output): [string, number[]] => [output, []])

const url = `${PAGE_URL}#rotate`
const ALLOWED = [PAGE_URL, url]
const allowed = getAllowedLinks([passageAt(url, 'Rotate a key at http://localhost:8080.')])

test.each(BATCHES)(
  `${RUNS} hostile streams, cut anywhere, link to nothing but the cited pages and lose no word: batch %i`,
  (batch) => {
    fc.assert(
      fc.property(hostileOutput, cuts, (output, shares) => {
        const safe = createSafeText(allowed)
        const shown =
          cutAt(output, shares)
            .map((piece) => safe.push(piece))
            .join('') + safe.end()
        const seen = readMarkdown(shown)
        for (const destination of seen.destinations) expect(destination).toBeOneOf(ALLOWED)
        expect(seen.images, shown).toBe(0)
        expect(seen.html, shown).toEqual([])
        expect(shown, 'the same however it is cut').toBe(toSafeText(output, allowed))
        expect(toSafeText(shown, allowed), 'the same when it is read again').toBe(shown)
        const kept = seen.text + seen.indentedCode + seen.codeInfo
        for (const word of plainWords(readMarkdown(output).text)) expect(kept).toContain(word)
      }),
      { numRuns: RUNS, ...(isFull ? {} : { seed: batch }), examples: FOUND },
    )
  },
  TIMEOUT_MS,
)

/** An address takes along what is written next to it, so words count that stand alone. */
const plainWords = (text: string): string[] => text.match(/(?<!\S)wort\d+x(?!\S)/g) ?? []
