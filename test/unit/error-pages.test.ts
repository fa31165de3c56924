import { readdirSync, readFileSync } from 'node:fs'
import { REFUSALS, STREAM_FAILURES } from '@footnote/contract/errors'
import { expect, test } from 'vitest'

const FOLDER = new URL('../../docs/errors/', import.meta.url)

const statuses = new Map<string, number>(
  Object.entries(REFUSALS).map(([code, { status }]) => [code, status]),
)
const streamCodes = new Set<string>(Object.values(STREAM_FAILURES).map(({ code }) => code))
const codes = [...new Set([...statuses.keys(), ...streamCodes])].sort()

const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8')

function getHeading(code: string): string {
  const places = [statuses.get(code), streamCodes.has(code) ? 'stream' : undefined]
  return `# ${code} (${places.filter((place) => place !== undefined).join(', ')})`
}

test('every code has a page, and every page a code', () => {
  const pages = readdirSync(FOLDER)
    .filter((name) => name !== 'README.md')
    .sort()
  expect(pages).toEqual(codes.map((code) => `${code}.md`))
})

test('each page has its status, and says what you see, why, and what to do', () => {
  for (const code of codes) {
    const page = read(`${code}.md`)
    expect.soft(page.split('\n')[0], code).toBe(getHeading(code))
    for (const part of ['**What you see:** ', '**Why:** ', '**Fix:** ']) {
      expect.soft(page, code).toContain(`\n${part}`)
    }
    const names = page.includes(`\`error_code\` \`${code.toLowerCase()}\``)
    expect
      .soft(names, `${code} names the error_code when it is met in a stream`)
      .toBe(streamCodes.has(code))
  }
})

test('the list of pages links each with its status, or whether to retry', () => {
  const rows = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  for (const [code, status] of statuses) {
    expect(rows).toContainEqual(
      expect.arrayContaining([String(status), `[${code}](${code}.md)`]) as string[],
    )
  }
  for (const [errorCode, { code, retryable }] of Object.entries(STREAM_FAILURES)) {
    expect(rows).toContainEqual(
      expect.arrayContaining([
        `\`${errorCode}\``,
        `[${code}](${code}.md)`,
        retryable ? 'yes' : 'no',
      ]) as string[],
    )
  }
  expect(rows.filter((row) => row.some((cell) => cell.includes('.md')))).toHaveLength(
    statuses.size + streamCodes.size,
  )
})
