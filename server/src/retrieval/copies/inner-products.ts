/** The module takes 32 numbers of two bytes a step. */
export const STEP_BYTES = 64

/**
 * Writes to `out` the inner product of each vector with the one at address 0, all of `stride` bytes: integers
 * of two bytes, so small that no sum exceeds four.
 */
export type InnerProducts = (rows: number, stride: number, vectors: number, out: number) => void

let compiled: WebAssembly.Module | undefined

/** Numbers in `memory` are multiplied by a WebAssembly module: only there are SIMD instructions to be had. */
export function withInnerProducts(memory: WebAssembly.Memory): InnerProducts {
  compiled ??= new WebAssembly.Module(moduleBytes())
  const { innerProducts } = new WebAssembly.Instance(compiled, { js: { memory } }).exports
  if (!isInnerProducts(innerProducts)) throw new Error('The module lacks its function.')
  return innerProducts
}

const isInnerProducts = (value: unknown): value is InnerProducts => typeof value === 'function'

/** Bytes of instructions, nested as they were put together. */
type Code = readonly (number | Code)[]

// Types and instructions, by their names in the specification.
const I32 = 0x7f
const V128 = 0x7b
const loop = [0x03, 0x40]
const end = 0x0b
const repeatIf = [0x0d, 0]
const localGet = (local: number): Code => [0x20, local]
const localSet = (local: number): Code => [0x21, local]
const i32Const = (value: number): Code => [0x41, signed(value)]
const i32LessThan = 0x49
const i32Add = 0x6a
const i32Multiply = 0x6c
const i32Store = [0x36, 2, 0]
const v128Load = (offset: number): Code => [0xfd, 0x00, 4, offset]
const v128Zero = [0xfd, 0x0c, Array<number>(16).fill(0)]
const i32x4ExtractLane = (lane: number): Code => [0xfd, 0x1b, lane]
const i32x4Add = [0xfd, 0xae, 0x01]
/** Eight products, added in pairs. */
const i32x4DotI16x8 = [0xfd, 0xba, 0x01]

/**
 * One function, `innerProducts`, which does this with eight numbers an instruction and four times four sums:
 *
 *     last = out + 4 * rows
 *     do {
 *       asked = 0; sums = 0
 *       do { sums += vectors[0..63] * asked[0..63]; vectors += 64; asked += 64 } while (asked < stride)
 *       *out = total of sums; out += 4
 *     } while (out < last)
 */
function moduleBytes(): Uint8Array {
  const parameters = { rows: 0, stride: 1, vectors: 2, out: 3 }
  const { rows, stride, vectors, out } = parameters
  const last = 4
  const asked = 5
  const sums = [6, 7, 8, 9]
  const total = 6
  const increase = (local: number, by: number) => [
    [localGet(local), i32Const(by), i32Add],
    localSet(local),
  ]
  const addProducts = sums.map((sum, index) => [
    localGet(sum),
    [localGet(vectors), v128Load(16 * index)],
    [localGet(asked), v128Load(16 * index)],
    [i32x4DotI16x8, i32x4Add, localSet(sum)],
  ])
  const body: Code = [
    [localGet(out), [localGet(rows), i32Const(4), i32Multiply], i32Add, localSet(last)],
    loop,
    [i32Const(0), localSet(asked), sums.map((sum) => [v128Zero, localSet(sum)])],
    loop,
    [addProducts, increase(vectors, STEP_BYTES), increase(asked, STEP_BYTES)],
    [localGet(asked), localGet(stride), i32LessThan, repeatIf],
    end,
    [v128Zero, sums.map((sum) => [localGet(sum), i32x4Add]), localSet(total)],
    [localGet(out), localGet(total), i32x4ExtractLane(0)],
    [1, 2, 3].map((lane) => [localGet(total), i32x4ExtractLane(lane), i32Add]),
    [i32Store, increase(out, 4)],
    [localGet(out), localGet(last), i32LessThan, repeatIf],
    end,
    end,
  ]
  const locals = [2, [2, I32], [sums.length, V128]]
  const type = [0x60, sized(Object.keys(parameters).map(() => I32)), 0]
  return Uint8Array.from(
    flat([
      [0, text('asm'), 1, 0, 0, 0],
      section(1, [1, type]),
      section(2, [1, sized(text('js')), sized(text('memory')), 2, 0, 1]),
      section(3, [1, 0]),
      section(7, [1, sized(text('innerProducts')), 0, 0]),
      section(10, [1, sized([locals, body])]),
    ]),
  )
}

const section = (id: number, content: Code): Code => [id, sized(content)]
const text = (characters: string): number[] => [...Buffer.from(characters)]

function sized(code: Code): Code {
  const bytes = flat(code)
  return [unsigned(bytes.length), bytes]
}

const flat = (code: Code): number[] =>
  code.flatMap((part) => (typeof part === 'number' ? part : flat(part)))

/** LEB128: seven bits a byte, with the eighth set in all but the last. */
const unsigned = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >> 7)]

/** For numbers that are not negative: the seventh bit of the last byte is the sign. */
const signed = (value: number): number[] =>
  value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >> 7)]
