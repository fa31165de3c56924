/** Protocol buffers, as far as an ONNX file needs them: onnx/onnx.proto names the field numbers. */
export type Field = {
  readonly number: number
  /** A number, or the bytes of a string, a message or packed numbers. */
  readonly value: number | Buffer
  /** The field as it stands in the file, number and all: what is not changed is copied. */
  readonly bytes: Buffer
}

const VARINT = 0
const FIXED_64 = 1
const LENGTH = 2
const FIXED_32 = 5

export function readMessage(bytes: Buffer): Field[] {
  const fields: Field[] = []
  for (let start = 0; start < bytes.length;) {
    const tag = readVarint(bytes, start)
    const { value, end } = readValue(bytes, tag.end, tag.value % 8)
    fields.push({ number: Math.floor(tag.value / 8), value, bytes: bytes.subarray(start, end) })
    start = end
  }
  return fields
}

function readValue(
  bytes: Buffer,
  start: number,
  wireType: number,
): { value: number | Buffer; end: number } {
  if (wireType === VARINT) return readVarint(bytes, start)
  const length = wireType === LENGTH ? readVarint(bytes, start) : { value: 0, end: start }
  const sizes: Record<number, number> = { [FIXED_64]: 8, [LENGTH]: length.value, [FIXED_32]: 4 }
  const size = sizes[wireType]
  const end = length.end + (size ?? 0)
  if (size === undefined || end > bytes.length) throw new Error('This is no ONNX file.')
  return { value: bytes.subarray(length.end, end), end }
}

/** Exact up to 2^53; negative numbers, of which none is read here, come out too large. */
function readVarint(bytes: Buffer, start: number): { value: number; end: number } {
  let value = 0
  for (let index = start, factor = 1; ; index += 1, factor *= 128) {
    const byte = bytes[index]
    if (byte === undefined) throw new Error('This is no ONNX file.')
    value += (byte % 128) * factor
    if (byte < 128) return { value, end: index + 1 }
  }
}

export function writeField(number: number, value: number | string | Buffer): Field {
  if (typeof value === 'number') {
    const bytes = Buffer.from([...varint(number * 8 + VARINT), ...varint(value)])
    return { number, value, bytes }
  }
  const content = Buffer.from(value)
  const head = Buffer.from([...varint(number * 8 + LENGTH), ...varint(content.length)])
  return { number, value: content, bytes: Buffer.concat([head, content]) }
}

export const writeMessage = (fields: readonly Field[]): Buffer =>
  Buffer.concat(fields.map(({ bytes }) => bytes))

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
}

export const textsOf = (fields: readonly Field[], number: number): string[] =>
  fields.flatMap((field) => (field.number === number ? [String(field.value)] : []))

export const numbersOf = (fields: readonly Field[], number: number): number[] =>
  fields.flatMap((field) =>
    field.number === number && typeof field.value === 'number' ? [field.value] : [],
  )

export const bytesOf = (fields: readonly Field[], number: number): Buffer[] =>
  fields.flatMap((field) =>
    field.number === number && typeof field.value !== 'number' ? [field.value] : [],
  )
