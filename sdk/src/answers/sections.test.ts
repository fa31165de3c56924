import { expect, test } from 'vitest'
import { hasSections, splitSections } from './sections.ts'

const FIRST = '### Keys › Rotate\n\nRun this: [1]\n\n````md\n### Not one\n```\n### Nor this\n````'
const SECOND = '### Limits\n\n**Below**\n\n- ### no heading\n- Two [2]'

test('a section reaches from its heading to the next one, code with headings included', () => {
  expect(splitSections(`${FIRST}\n\n${SECOND}\n`)).toEqual([FIRST, SECOND])
})

test('what joins the sections again is the whole text', () => {
  const text = `${FIRST}\n\n${SECOND}`
  expect(splitSections(text).join('\n\n')).toBe(text)
})

test('a text without sections is one piece', () => {
  const text = 'Reset it [1].\n\n#### Deeper\n\nDone.'
  expect(splitSections(text)).toEqual([text])
  expect([hasSections(text), hasSections(FIRST)]).toEqual([false, true])
})
