/**
 * The word of rank r is drawn with a probability that goes with 1 / (r + SHIFT) ^ SLOPE. With 75
 * words a passage that gives the shares of the Kubernetes documentation: the commonest term in half
 * of the passages, the hundredth in 9 %, the thousandth in .8 %, and 50 different ones in each.
 */
const SHIFT = 15
const SLOPE = 1.1
const WORDS = 300_000
const PASSAGE_WORDS = 75
const QUESTION_WORDS = 5

export type TextSource = { passage(): string[]; question(): string[] }

export function createTexts(random: () => number): TextSource {
  const upTo = new Float64Array(WORDS)
  let sum = 0
  for (let rank = 0; rank < WORDS; rank += 1) upTo[rank] = sum += (rank + 1 + SHIFT) ** -SLOPE
  const word = () => `w${firstAbove(upTo, random() * sum)}`
  const words = (count: number) => Array.from({ length: count }, word)
  return {
    passage: () => words(PASSAGE_WORDS),
    // Drawn as a passage's words are: some of them common, most of them not.
    question: () => [...new Set(words(QUESTION_WORDS))],
  }
}

function firstAbove(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}
