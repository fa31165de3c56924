import type { Field } from './protobuf.ts'
import { bytesOf, numbersOf, readMessage, textsOf, writeField, writeMessage } from './protobuf.ts'

/** Of onnx.proto's TensorProto. */
const DIMS = 1
const DATA_TYPE = 2
const FLOAT_DATA = 4
const NAME = 8
const RAW_DATA = 9
const DATA_LOCATION = 14

export const FLOAT = 1
const INT8 = 3

/** 32-bit weights, as many numbers as the product of `dims`. */
export type FloatTensor = { dims: readonly number[]; values: Float32Array }

export const tensorName = (tensor: Buffer): string => textsOf(readMessage(tensor), NAME)[0] ?? ''

/** null where it holds other numbers than 32-bit floats. */
export function readFloatTensor(tensor: Buffer): FloatTensor | null {
  const fields = readMessage(tensor)
  if (numbersOf(fields, DATA_TYPE)[0] !== FLOAT) return null
  if (numbersOf(fields, DATA_LOCATION).some((location) => location !== 0)) {
    throw new Error('The weights lie in a second file. Export them into model.onnx itself.')
  }
  const bytes = Buffer.concat([...bytesOf(fields, RAW_DATA), ...bytesOf(fields, FLOAT_DATA)])
  // A copy, because the file's bytes may not be aligned to four.
  const values = new Float32Array(Uint8Array.from(bytes).buffer)
  const dims = packedDims(fields)
  if (values.length !== dims.reduce((product, size) => product * size, 1)) return null
  return { dims, values }
}

/** Repeated numbers may be packed into one field or stand in one field each. */
function packedDims(fields: readonly Field[]): number[] {
  const packed = bytesOf(fields, DIMS).flatMap((bytes) => {
    const numbers: number[] = []
    let value = 0
    let factor = 1
    for (const byte of bytes) {
      value += (byte % 128) * factor
      factor *= 128
      if (byte >= 128) continue
      numbers.push(value)
      value = 0
      factor = 1
    }
    return numbers
  })
  return [...numbersOf(fields, DIMS), ...packed]
}

export function writeTensor(
  name: string,
  dims: readonly number[],
  values: Float32Array | Int8Array,
): Buffer {
  return writeMessage([
    ...dims.map((size) => writeField(DIMS, size)),
    writeField(DATA_TYPE, values instanceof Int8Array ? INT8 : FLOAT),
    writeField(NAME, name),
    writeField(RAW_DATA, Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
  ])
}
