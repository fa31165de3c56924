import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../test/support/store/services.ts'
import { stemEnglish } from './terms-english.ts'

const ROOT = join(import.meta.dirname, '../../..')
const TEXT_FOLDERS = ['docs', 'bench/own', 'test/fixtures/sources']
const TEXT_FILE = /\.(?:md|jsonl|html|csv|ms)$/

/** Every suffix that the algorithm names, what they are often joined with, and near misses. */
const SUFFIXES = `
  s es ss sses us ied ies eed eedly ed edly ing ingly y ly li logy logist ated bled ized
  tting lling yed ying ational tional ation ations ator alism ality ally fulness ousness
  ously iveness ivity ability ably bly fully lessly ency ancy ently izer ization alize icate
  icity ical ful ness ative al ance ence er ic able ible ant ement ment ent sion tion ion
  ism ate ity ous ive ize e l ll ee yyy
`
  .trim()
  .split(/\s+/)

function textFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => TEXT_FILE.test(name))
    .map((name) => join(ROOT, folder, name))
}

function wordsOfOurTexts(): Set<string> {
  const words = new Set<string>()
  for (const file of TEXT_FOLDERS.flatMap(textFiles)) {
    for (const [word] of readFileSync(file, 'utf8')
      .toLowerCase()
      .matchAll(/[a-z]+/g))
      words.add(word)
  }
  return words
}

/** As PostgreSQL stems them, without the stop words of `english_stem`, which it has no stem for. */
async function postgresStems(words: readonly string[]): Promise<string[]> {
  await using database = await createDatabase()
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  try {
    await client.query(
      'create text search dictionary stems (template = pg_catalog.snowball, language = english)',
    )
    const { rows } = await client.query<{ stem: string }>(
      `select (ts_lexize('stems', word))[1] as stem
       from unnest($1::text[]) with ordinality as list(word, place) order by place`,
      [words],
    )
    return rows.map(({ stem }) => stem)
  } finally {
    await client.end()
  }
}

test("English stems are those of PostgreSQL's english_stem, for every word of our texts with every suffix", async () => {
  const ours = wordsOfOurTexts()
  const words = new Set(ours)
  for (const word of ours) {
    const stem = stemEnglish(word)
    for (const suffix of SUFFIXES) words.add(stem + suffix)
  }
  expect(words.size).toBeGreaterThan(100_000)
  const list = [...words]
  const expected = await postgresStems(list)
  const different = list.flatMap((word, index) => {
    const stem = stemEnglish(word)
    return stem === expected[index] ? [] : [`${word}: ${stem}, PostgreSQL: ${expected[index]}`]
  })
  expect(different).toEqual([])
})
