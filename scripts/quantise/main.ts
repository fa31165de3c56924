/**
 * Writes a copy of an ONNX model folder with 8-bit weights: a quarter of the size, about twice as
 * fast on a CPU. A tool for preparing weights; the service only loads the result.
 *
 *   node scripts/quantise/main.ts models/gte-small models/gte-small-int8
 */
import { quantiseFolder } from './quantise-folder.ts'

const [from, into, ...rest] = process.argv.slice(2)
if (from === undefined || into === undefined || rest.length > 0) {
  console.error('Usage: node scripts/quantise/main.ts FROM INTO')
  process.exit(2)
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

try {
  const { bytesBefore, bytesAfter } = await quantiseFolder(from, into)
  console.log(`${into}: ${megabytes(bytesAfter)}, from ${megabytes(bytesBefore)}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
