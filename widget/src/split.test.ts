import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gzippedBytes } from '../../test/support/browser/built-size.ts'
import { BUNDLERS } from '../../test/support/browser/bundled-app.ts'
import { writeWidgetPackage } from '../write-package.ts'

/** webpack minifies forty files, which takes ten seconds on two free cores. */
const BUILDING = { timeout: 600_000 }

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footnote-widget-app-'))
  const installed = join(folder, 'node_modules/@footnote/widget')
  await mkdir(installed, { recursive: true })
  await writeWidgetPackage(installed)
  await writeFile(join(folder, 'package.json'), '{"name":"app","private":true,"type":"module"}')
  await writeFile(
    join(folder, 'main.js'),
    `import { createWidget } from '@footnote/widget'
    createWidget({ baseUrl: 'https://answers.example', clientKey: 'fnp_x', knowledgeBaseId: 'k' })`,
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

for (const [bundler, build] of Object.entries(BUNDLERS)) {
  test(
    `an app built by ${bundler} loads the button with its page, and the panel later`,
    BUILDING,
    async () => {
      const outDir = join(folder, bundler)
      const bytes = (files: readonly string[]) =>
        Promise.all(files.map((file) => gzippedBytes(outDir, file)))
      const atOnce = await build({ folder, outDir: bundler })
      const sum = (await bytes(atOnce)).reduce((total, each) => total + each, 0)
      // The loader, and what the bundler adds to load the rest.
      expect(sum).toBeLessThanOrEqual(8_000)
      const written = await readdir(outDir, { recursive: true })
      const later = written.filter((file) => file.endsWith('.js') && !atOnce.includes(file))
      expect(Math.max(...(await bytes(later)))).toBeGreaterThan(20_000)
      // Languages, the parser and the highlighter stay files of their own.
      expect(later.length).toBeGreaterThan(30)
    },
  )
}
