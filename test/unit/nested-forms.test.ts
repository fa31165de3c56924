import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nestedForms } from '../support/browser/nested-forms.ts'

const DIALOG = `export const Ask = ({ children }) => <Box><form>{children}</form></Box>`

test.each([
  ['as an element', `export const Page = () => <form><div><form /></div></form>`],
  ['in a component', `export const Page = () => <form><Ask>Sure?</Ask></form>`],
  ['in a property', `export const Page = () => <Ask actions={<Ask />} />`],
  ['in what a component is given', `export const Page = () => <Ask><form /></Ask>`],
  [
    'two components down',
    `const Inner = () => <Ask />\nexport const Page = () => <Ask><Inner /></Ask>`,
  ],
])('a form in a form is found %s, and allowed in a portal', async (_, page) => {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-forms-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const write = (box: string) =>
    writeFile(join(folder, 'dialog.tsx'), `const Box = ({ children }) => ${box}\n${DIALOG}`)
  await writeFile(join(folder, 'page.tsx'), `import { Ask } from './dialog.tsx'\n${page}`)
  await write('<dialog>{children}</dialog>')
  expect(nestedForms(folder)).toHaveLength(1)
  if (page.includes('<form')) return
  await write('createPortal(<dialog>{children}</dialog>, document.body)')
  expect(nestedForms(folder)).toEqual([])
})

test('no page of the console draws a form in a form', () => {
  expect(nestedForms(join(import.meta.dirname, '../../console/src'))).toEqual([])
})
