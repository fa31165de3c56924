import { expect, test } from 'vitest'
import { createAnswerPrinter } from './print-answer.ts'

const FIRST = '### Keys\n\nRun this: [1]\n\n```sh\n### comment\n```'
const SECTIONS = `${FIRST}\n\n### Limits\n\nTen. [2]\n\n### Groups\n\nNone. [3]`

function printed(text: string, quoted: 'no_model' | undefined, printsAll = false) {
  const pieces: string[] = []
  const printer = createAnswerPrinter((piece) => pieces.push(piece), printsAll)
  for (const letter of text) printer.add(letter)
  const streamed = pieces.join('')
  printer.end(quoted)
  return { streamed, whole: pieces.join('') }
}

test('of sections that no model wrote the first is printed whole, and how many more there are', () => {
  expect(printed(SECTIONS, 'no_model').whole).toBe(
    `From the documentation:\n\n${FIRST}\n\n(2 more sections below; --all prints them whole)`,
  )
  expect(printed(FIRST, 'no_model').whole).toBe(`From the documentation:\n\n${FIRST}`)
})

test('with --all every section is printed', () => {
  expect(printed(SECTIONS, 'no_model', true).whole).toBe(`From the documentation:\n\n${SECTIONS}`)
})

test('what a model writes is printed whole, and as it comes unless it begins like a section', () => {
  const text = 'Reset it [1].\n\n### Then\n\nWait.'
  expect(printed(text, undefined)).toEqual({ streamed: text, whole: text })
  expect(printed(SECTIONS, undefined)).toEqual({ streamed: '', whole: SECTIONS })
  expect(printed('No', undefined).whole).toBe('No')
})

test('a document cannot control the terminal', () => {
  expect(printed('### \x1b]0;owned\x07Keys', 'no_model').whole).not.toContain('\x1b')
})
