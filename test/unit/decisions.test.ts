import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../docs/decisions')
const pages = readdirSync(FOLDER)
  .filter((name) => /^\d{4}-.*\.md$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))
const list = readFileSync(join(FOLDER, 'README.md'), 'utf8')

/** About a screen. */
const MOST_WORDS = 800
/** Longer ones, whose measurements are still to be moved to bench/notes. Add none. */
const LONG = new Set([
  '0005-languages.md',
  '0006-size.md',
  '0008-citations.md',
  '0011-sync.md',
  '0018-overload.md',
])

/** The link of its title; a status may link to another. */
const isOf = (line: string, name: string) => line.split('|')[2]?.includes(`](${name})`)

test('each decision is listed by its title, with a status and a date', () => {
  expect(pages.length).toBeGreaterThan(40)
  for (const { name, text } of pages) {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text) ?? []
    expect(number?.padStart(4, '0'), name).toBe(name.slice(0, 4))
    const row = list.split('\n').find((line) => line.startsWith('|') && isOf(line, name))
    const [, listed, link, status, date] = (row ?? '').split('|').map((cell) => cell.trim())
    expect(listed, name).toBe(number)
    expect(link, name).toBe(`[${title}](${name})`)
    expect(status, name).toMatch(/^(accepted|replaced by)/)
    expect(date, name).toMatch(/^\d{4}-\d\d-\d\d$/)
  }
})

test('a decision fits one screen', () => {
  const words = (text: string) => text.split(/\s+/).filter((word) => /\w/.test(word)).length
  const long = pages.filter(({ text }) => words(text) > MOST_WORDS).map(({ name }) => name)
  expect(long.filter((name) => !LONG.has(name))).toEqual([])
  // One that has become short leaves the list.
  expect([...LONG].filter((name) => !long.includes(name))).toEqual([])
})
