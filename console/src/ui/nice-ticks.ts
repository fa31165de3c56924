const STEPS = [1, 2, 2.5, 5, 10]
const PARTS = 4

/** Marks of an axis from 0 to at least the largest value, at distances that people count in. */
export function niceTicks(largest: number, isWhole: boolean): number[] {
  if (largest <= 0) return [0, 1]
  const power = 10 ** Math.floor(Math.log10(largest / PARTS))
  const fits = (step: number) => step * power * PARTS >= largest * (1 - 1e-9)
  const step = (STEPS.find(fits) ?? 10) * power
  const distance = isWhole ? Math.ceil(step) : step
  const count = Math.ceil(largest / distance - 1e-9)
  // A product of a step may end in …0001.
  return Array.from({ length: count + 1 }, (_, at) => Number((at * distance).toPrecision(12)))
}
