import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeLicences } from './third-party-licences.ts'

function packageWith(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'licences-test-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folder = join(root, 'node_modules/thing')
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
const manifest = (license: string) =>
  JSON.stringify({ version: '1.0.0', license, author: { name: 'Ada' } })

test('licence and notice of a package are repeated', () => {
  const folder = packageWith({
    'package.json': manifest('Apache-2.0'),
    'LICENSE.md': 'the licence',
    NOTICE: 'the notice',
  })
  expect(describeLicences([join(folder, 'index.js')], [])).toBe(
    'thing 1.0.0\nLicence: Apache-2.0\n\nthe licence\n\nthe notice\n',
  )
})

test('a package that only names its licence gets the text of it', () => {
  const folder = packageWith({ 'package.json': manifest('MIT') })
  const text = describeLicences([], [folder])
  expect(text).toContain('Copyright (c) Ada')
  expect(text).toContain('The above copyright notice and this permission notice shall be included')
})

test('a licence without a text stops the build', () => {
  const folder = packageWith({ 'package.json': manifest('Other-1.0') })
  expect(() => describeLicences([], [folder])).toThrow(
    'thing has no text of its licence, Other-1.0',
  )
})
