import { expect, test } from 'vitest'
import { parseMdx } from './mdx.ts'

const blocks = (content: string) => parseMdx(content).blocks.map(({ text }) => text)

test('components are read by their labels and what is inside of them', () => {
  const page = `---
title: Install
---
import Tabs from '@theme/Tabs'
export const version = 2

## Steps {#own}

<Tabs groupId="os">
  <TabItem value="linux" label="Linux">

  Run \`apt\`.

  </TabItem>
  <TabItem value="mac">
    Run **brew**.
  </TabItem>
</Tabs>

<Admonition type="warning">Back up first.</Admonition>

<Note>
  Keys expire.
</Note>

<Card title="Next steps" href="/next" />

Version {version} is {'new'}.<br />Really. <Badge label="beta" />

:::tip[Hint]
Do it.
:::
`
  const read = parseMdx(page)
  expect(read.title).toBe('Install')
  expect(read.blocks[0]).toMatchObject({ kind: 'heading', text: 'Steps', anchor: 'own' })
  expect(blocks(page).slice(1)).toEqual([
    'Linux:',
    'Run `apt`.',
    'mac:',
    'Run brew.',
    'Warning: Back up first.',
    'Note:',
    'Keys expire.',
    'Next steps',
    'Version is new.\nReally. beta',
    'Hint',
    'Do it.',
  ])
})

test('a page that is not quite MDX is read all the same', () => {
  expect(blocks('# A\n\n<!-- a comment -->\n\nText with a { brace.')).toEqual([
    'A',
    'Text with a { brace.',
  ])
})
