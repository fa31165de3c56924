import { bytesOf, numbersOf, readMessage, textsOf, writeField, writeMessage } from './protobuf.ts'
import { FLOAT } from './tensor.ts'

/** Of onnx.proto's NodeProto. */
const INPUT = 1
const OUTPUT = 2
const OPERATOR = 4
const ATTRIBUTE = 5

/** Of its AttributeProto: a whole number, and a graph within. */
const ATTRIBUTE_NAME = 1
const INTEGER = 3
const SUBGRAPH = 6
const ATTRIBUTE_TYPE = 20
const INTEGER_TYPE = 2

export type Node = {
  operator: string
  inputs: readonly string[]
  outputs: readonly string[]
  integers: Readonly<Record<string, number>>
}

export function readNode(node: Buffer): Node {
  const fields = readMessage(node)
  const attributes = bytesOf(fields, ATTRIBUTE).map(readMessage)
  if (attributes.some((attribute) => bytesOf(attribute, SUBGRAPH).length > 0)) {
    throw new Error('The model has branches or loops, which this cannot quantise.')
  }
  return {
    operator: textsOf(fields, OPERATOR)[0] ?? '',
    inputs: textsOf(fields, INPUT),
    outputs: textsOf(fields, OUTPUT),
    integers: Object.fromEntries(
      attributes.flatMap((attribute) =>
        numbersOf(attribute, INTEGER).map((value) => [
          textsOf(attribute, ATTRIBUTE_NAME)[0] ?? '',
          value,
        ]),
      ),
    ),
  }
}

export const writeNode = ({ operator, inputs, outputs, integers }: Node): Buffer =>
  writeMessage([
    ...inputs.map((name) => writeField(INPUT, name)),
    ...outputs.map((name) => writeField(OUTPUT, name)),
    writeField(OPERATOR, operator),
    ...Object.entries(integers).map(([name, value]) =>
      writeField(
        ATTRIBUTE,
        writeMessage([
          writeField(ATTRIBUTE_NAME, name),
          writeField(INTEGER, value),
          writeField(ATTRIBUTE_TYPE, INTEGER_TYPE),
        ]),
      ),
    ),
  ])

export const toNode = (operator: string, inputs: string[], ...outputs: string[]): Node => ({
  operator,
  inputs,
  outputs,
  integers: {},
})

export const castToFloat = (input: string, output: string): Node => ({
  ...toNode('Cast', [input], output),
  integers: { to: FLOAT },
})
