import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { ENTRY_POINTS } from '../../server/src/platform/application-files.ts'

const ROOT = join(import.meta.dirname, '../..')
const COMMAND = join(ROOT, ENTRY_POINTS.command)
const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** The command, under a Node that says it is another. */
async function runAs(version: string, ...args: string[]) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`]
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [...preload, COMMAND, ...args])
    return { exitCode: 0, stdout, stderr: '' }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { exitCode: code, stdout, stderr }
  }
}

test('an older Node is told which one is needed, whatever is typed', async () => {
  const [, oldest] = /^>=(\d+)$/.exec(engines.node) ?? []
  for (const args of [['--version'], ['all'], []]) {
    const { exitCode, stdout, stderr } = await runAs('20.20.2', ...args)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(
      `Footnote needs Node ${oldest} or newer, and ${process.execPath} is Node 20.20.2.`,
    )
  }
  expect(await runAs(`${oldest}.0.0`, '--version')).toMatchObject({ exitCode: 0 })
})

test('what looks at the version loads nothing before it, also where it is bundled', async () => {
  const bundle = await rolldown({
    input: COMMAND,
    cwd: ROOT,
    platform: 'node',
    external: /^[^./]/,
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  const entry = output.find((file) => file.type === 'chunk' && file.isEntry)
  if (entry?.type !== 'chunk') throw new Error('The command has no entry')
  expect(entry.imports).toEqual([])
  expect(entry.dynamicImports).toHaveLength(1)
  expect(entry.code.length).toBeLessThan(2_000)
})
