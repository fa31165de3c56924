/**
 * The word of rank r is drawn with a probability that goes with 1 / (r + SHIFT) ^ SLOPE. With 75
 * words a passage that gives the shares of the Kubernetes documentation: the commonest term in half
 * of the passages, the hundredth in 8 % (there 9), the thousandth in .8 % (there .8). The tail is
 * longer, as that of a million passages would be, and a passage has 72 different terms (there 50).
 */
const SHIFT = 15
const SLOPE = 1.1
const WORDS = 300_000
const PASSAGE_WORDS = 75
const QUESTION_WORDS = 5
/** The rarest words share a place, and some have none. */
const DRAWS = 4_000_000

export type TextSource = { passage(): string[]; question(): string[] }

export function createTexts(random: () => number): TextSource {
  const upTo = new Float64Array(WORDS)
  let sum = 0
  for (let rank = 0; rank < WORDS; rank += 1) upTo[rank] = sum += (rank + 1 + SHIFT) ** -SLOPE
  // Looked up, not searched for: a million passages have 75 million words.
  const drawn = new Uint32Array(DRAWS)
  for (let draw = 0, rank = 0; draw < DRAWS; draw += 1) {
    while ((upTo[rank] ?? sum) < ((draw + 0.5) / DRAWS) * sum) rank += 1
    drawn[draw] = rank
  }
  const word = () => `w${drawn[Math.floor(random() * DRAWS)]}`
  const words = (count: number) => Array.from({ length: count }, word)
  return {
    passage: () => words(PASSAGE_WORDS),
    // Drawn as a passage's words are: some of them common, most of them not.
    question: () => [...new Set(words(QUESTION_WORDS))],
  }
}
