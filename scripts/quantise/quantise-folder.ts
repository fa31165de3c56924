import {
  access,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findModelFiles } from '../../server/src/models/onnx/model-files.ts'
import { quantiseModel } from './quantise-model.ts'

const WEIGHTS = 'model.onnx'

const PURPOSE = { what: 'model', advice: 'Name' }

/** Bytes of the weights, before and after. */
export type QuantisedFolder = { bytesBefore: number; bytesAfter: number }

/** Writes a model's folder anew with 8-bit weights. The weights come last and by rename. */
export async function quantiseFolder(from: string, into: string): Promise<QuantisedFolder> {
  const source = await findModelFiles(from, PURPOSE)
  const target = resolve(into)
  if (await exists(join(target, WEIGHTS))) throw new Error(`There is a model in ${target} already.`)
  const weights = await readFile(join(source, WEIGHTS))
  const quantised = quantiseModel(weights)
  await mkdir(target, { recursive: true })
  for (const name of await readdir(source)) {
    const isSmallFile = name.endsWith('.json') && (await stat(join(source, name))).isFile()
    if (isSmallFile) await copyFile(join(source, name), join(target, name))
  }
  const unfinished = join(target, `${WEIGHTS}.unfinished`)
  await writeFile(unfinished, quantised)
  await rename(unfinished, join(target, WEIGHTS))
  return { bytesBefore: weights.length, bytesAfter: quantised.length }
}

const exists = async (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
