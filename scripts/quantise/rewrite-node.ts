import type { Node } from './node.ts'
import { castToFloat, toNode } from './node.ts'
import { quantiseColumns, quantiseRows } from './quantise-weights.ts'
import type { FloatTensor } from './tensor.ts'
import { writeTensor } from './tensor.ts'

/** Less than this, such as a table of positions, saves too little for the look-ups it costs. */
const MIN_TABLE_NUMBERS = 1_000_000

export type Rewriting = {
  readonly weightsOf: (name: string) => FloatTensor | null
  /** New tensors by name. */
  readonly added: Map<string, Buffer>
  /** Names of the weights that are no longer needed by the nodes that were rewritten. */
  readonly replaced: Set<string>
  /** Names of the activations that are scaled already. */
  readonly scaled: Set<string>
}

/** The nodes that take the place of one; null where it stays. */
export function rewriteNode(rewriting: Rewriting, node: Node): Node[] | null {
  if (node.operator === 'MatMul') return rewriteMatMul(rewriting, node)
  return node.operator === 'Gather' ? rewriteGather(rewriting, node) : null
}

/** In the very form that ONNX Runtime fuses into one step. */
function rewriteMatMul(rewriting: Rewriting, { inputs, outputs }: Node): Node[] | null {
  const [input = '', weights = ''] = inputs
  const [output = ''] = outputs
  const tensor = rewriting.weightsOf(weights)
  if (tensor?.dims.length !== 2) return null
  if (!rewriting.replaced.has(weights)) {
    const { values, scales } = quantiseColumns(tensor)
    add(rewriting, `${weights}_columns`, tensor.dims, values)
    add(rewriting, `${weights}_column_scales`, [scales.length], scales)
    add(rewriting, `${weights}_column_zeros`, [scales.length], new Int8Array(scales.length))
    rewriting.replaced.add(weights)
  }
  const factors = [`${input}_quantized`, `${weights}_columns`]
  const zeroPoints = [`${input}_zero_point`, `${weights}_column_zeros`]
  return [
    ...scaleActivations(rewriting, input),
    toNode('MatMulInteger', [...factors, ...zeroPoints], `${output}_integers`),
    castToFloat(`${output}_integers`, `${output}_floats`),
    toNode('Mul', [`${input}_scale`, `${weights}_column_scales`], `${output}_scales`),
    toNode('Mul', [`${output}_floats`, `${output}_scales`], output),
  ]
}

/** Of several multiplications of the same activations, the first scales them for all. */
function scaleActivations({ scaled }: Rewriting, input: string): Node[] {
  if (scaled.has(input)) return []
  scaled.add(input)
  const outputs = [`${input}_quantized`, `${input}_scale`, `${input}_zero_point`]
  return [toNode('DynamicQuantizeLinear', [input], ...outputs)]
}

function rewriteGather(rewriting: Rewriting, { inputs, outputs, integers }: Node): Node[] | null {
  const [table = '', indices = ''] = inputs
  const [output = ''] = outputs
  const tensor = rewriting.weightsOf(table)
  if (tensor?.dims.length !== 2 || tensor.values.length < MIN_TABLE_NUMBERS) return null
  if ((integers['axis'] ?? 0) !== 0) return null
  if (!rewriting.replaced.has(table)) {
    const { values, scales } = quantiseRows(tensor)
    add(rewriting, `${table}_rows`, tensor.dims, values)
    add(rewriting, `${table}_row_scales`, [scales.length, 1], scales)
    rewriting.replaced.add(table)
  }
  return [
    toNode('Gather', [`${table}_rows`, indices], `${output}_integers`),
    castToFloat(`${output}_integers`, `${output}_floats`),
    toNode('Gather', [`${table}_row_scales`, indices], `${output}_scales`),
    toNode('Mul', [`${output}_floats`, `${output}_scales`], output),
  ]
}

function add(
  { added }: Rewriting,
  name: string,
  dims: readonly number[],
  values: Float32Array | Int8Array,
): void {
  added.set(name, writeTensor(name, dims, values))
}
