import { readNode, writeNode } from './node.ts'
import type { Field } from './protobuf.ts'
import { bytesOf, numbersOf, readMessage, textsOf, writeField, writeMessage } from './protobuf.ts'
import type { Rewriting } from './rewrite-node.ts'
import { rewriteNode } from './rewrite-node.ts'
import { readFloatTensor, tensorName } from './tensor.ts'

/** Of onnx.proto's ModelProto and GraphProto. */
const GRAPH = 7
const OPSET = 8
const NODE = 1
const INITIALIZER = 5
const GRAPH_INPUT = 11

/** DynamicQuantizeLinear came with this one. */
const MIN_OPSET = 11

/**
 * Weights to 8 bits; activations are scaled when the model runs. Multiplications by weights become
 * ones of whole numbers, and a large table keeps its rows in 8 bits. Everything else stays as it is.
 */
export function quantiseModel(model: Buffer): Buffer {
  const fields = readMessage(model)
  const graph = bytesOf(fields, GRAPH)[0]
  if (!graph) throw new Error('This is no ONNX file.')
  const opset = opsetOf(fields)
  if (opset < MIN_OPSET) {
    throw new Error(`The model is of opset ${opset}; it has to be of ${MIN_OPSET} or newer.`)
  }
  const quantised = writeField(GRAPH, quantiseGraph(graph))
  return writeMessage(fields.map((field) => (field.number === GRAPH ? quantised : field)))
}

/** The version of ONNX's own operators, which have the empty domain. */
function opsetOf(model: readonly Field[]): number {
  const versions = bytesOf(model, OPSET)
    .map(readMessage)
    .filter((opset) => (textsOf(opset, 1)[0] ?? '') === '')
  return Math.max(0, ...versions.flatMap((opset) => numbersOf(opset, 2)))
}

function quantiseGraph(graph: Buffer): Buffer {
  const fields = readMessage(graph)
  const tensors = new Map(
    bytesOf(fields, INITIALIZER).map((tensor) => [tensorName(tensor), tensor]),
  )
  const rewriting: Rewriting = {
    weightsOf: (name) => readFloatTensor(tensors.get(name) ?? Buffer.alloc(0)),
    added: new Map(),
    replaced: new Set(),
    scaled: new Set(),
  }
  const rewritten = fields.flatMap((field): Field[] => {
    if (field.number !== NODE || typeof field.value === 'number') return [field]
    const nodes = rewriteNode(rewriting, readNode(field.value))
    return nodes?.map((node) => writeField(NODE, writeNode(node))) ?? [field]
  })
  if (rewriting.added.size === 0) {
    throw new Error('The model has no 32-bit weights to quantise. Is it quantised already?')
  }
  const added = [...rewriting.added.values()].map((tensor) => writeField(INITIALIZER, tensor))
  return writeMessage([...withoutReplaced(rewritten, rewriting), ...added])
}

/** Weights that another node still needs stay. */
function withoutReplaced(fields: readonly Field[], { replaced }: Rewriting): Field[] {
  const inUse = new Set(bytesOf(fields, NODE).flatMap((node) => readNode(node).inputs))
  const isGone = (name: string) => replaced.has(name) && !inUse.has(name)
  return fields.filter(({ number, value }) => {
    if (typeof value === 'number') return true
    if (number === INITIALIZER) return !isGone(tensorName(value))
    // Older files list their weights among the inputs too.
    return number !== GRAPH_INPUT || !isGone(textsOf(readMessage(value), 1)[0] ?? '')
  })
}
