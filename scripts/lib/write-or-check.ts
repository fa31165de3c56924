import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Writes a file that is made from others; with `--check` fails instead if it differs. */
export async function writeOrCheck(path: string, text: string, command: string): Promise<void> {
  const file = join(ROOT, path)
  if (!process.argv.includes('--check')) await writeFile(file, text)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`${path} is out of date. Run: ${command}`)
    process.exitCode = 1
  }
}
