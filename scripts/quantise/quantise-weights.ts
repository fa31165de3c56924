import type { FloatTensor } from './tensor.ts'

/**
 * ±64, not ±127: a processor without VNNI adds two products of an activation (up to
 * 255) and a weight in 16 bits, where 2 × 255 × 127 overflows and 2 × 255 × 64 does not.
 */
const LARGEST = 64

/** value ≈ quantised × scale. */
export type Quantised = { values: Int8Array; scales: Float32Array }

/** One scale a column, which is what a multiplication can undo after it has summed up. */
export const quantiseColumns = (tensor: FloatTensor): Quantised => {
  const columns = tensor.dims[1] ?? 0
  return quantise(tensor.values, columns, (index) => index % columns)
}

/** One scale a row: of a table, a look-up takes whole rows. */
export const quantiseRows = (tensor: FloatTensor): Quantised => {
  const [rows = 0, columns = 0] = tensor.dims
  return quantise(tensor.values, rows, (index) => Math.floor(index / columns))
}

function quantise(
  values: Float32Array,
  scaleCount: number,
  scaleOf: (index: number) => number,
): Quantised {
  const scales = new Float32Array(scaleCount)
  for (const [index, value] of values.entries()) {
    const at = scaleOf(index)
    scales[at] = Math.max(scales[at] ?? 0, Math.abs(value) / LARGEST)
  }
  const quantised = new Int8Array(values.length)
  for (const [index, value] of values.entries()) {
    const scale = scales[scaleOf(index)] ?? 0
    quantised[index] = scale === 0 ? 0 : Math.round(value / scale)
  }
  return { values: quantised, scales }
}
