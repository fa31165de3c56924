import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDocumentParser, UnreadableDocument } from './child/document-parser.ts'
import type { ZipPart } from './fixtures/make-zip.ts'
import { makeZip } from './fixtures/make-zip.ts'
import { getChildren } from '../../../bench/lib/process-cpu.ts'
import { readMemory } from './child/lock-child.ts'

/** Documents that are meant to be expensive: a minute each on a busy machine. */

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const PDF = 'application/pdf'
const DOCX = `${OFFICE}.wordprocessingml.document`
const XLSX = `${OFFICE}.spreadsheetml.sheet`
const PPTX = `${OFFICE}.presentationml.presentation`
const EPUB = 'application/epub+zip'

const MIB = 2 ** 20
const MEMORY_MB = 256
/** What it takes between starting and being limited. */
const SLACK_MB = 10
const parser = createDocumentParser({ cpuSeconds: 2, memoryMb: MEMORY_MB })

/** With the limits that the service has. */
const patient = createDocumentParser()

let mostBytes = 0
let watching: NodeJS.Timeout | undefined
beforeAll(() => {
  watching = setInterval(() => {
    for (const id of getChildren(process.pid))
      mostBytes = Math.max(mostBytes, readMemory(id)?.privateBytes ?? 0)
  }, 20)
})
afterAll(async () => {
  clearInterval(watching)
  await parser.close()
  await patient.close()
})

const asciidocExamples = (depth: number): string =>
  Array.from({ length: depth }, (_, n) => `${'='.repeat(4 + n)}\n`).join('')

async function reasonFor(content: string | Uint8Array, contentType: string): Promise<string> {
  const parsing = parser.parse({ content, contentType, givenTitle: null })
  const error: unknown = await parsing.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(UnreadableDocument)
  return error instanceof UnreadableDocument ? error.reason : ''
}

async function expectNextIsRead(): Promise<void> {
  const next = { content: '# Next', contentType: 'text/markdown', givenTitle: null }
  expect((await parser.parse(next)).title).toBe('Next')
  expect(mostBytes / MIB).toBeLessThan(MEMORY_MB + SLACK_MB)
}

const XML = '<?xml version="1.0"?>'
const RELATIONS = (target: string, type: string): string =>
  `${XML}<Relationships><Relationship Id="r1" Type="x/${type}" Target="${target}"/></Relationships>`
const workbook = (sheet: string): ZipPart[] => [
  {
    name: 'xl/workbook.xml',
    content: `${XML}<workbook><sheets><sheet name="S" r:id="r1" xmlns:r="r"/></sheets></workbook>`,
  },
  { name: 'xl/_rels/workbook.xml.rels', content: RELATIONS('worksheets/sheet1.xml', 'worksheet') },
  { name: 'xl/worksheets/sheet1.xml', content: sheet },
]
const word = (document: string): ZipPart[] => [
  { name: '_rels/.rels', content: RELATIONS('word/document.xml', 'officeDocument') },
  { name: 'word/document.xml', content: document },
]
const LAUGHS = `${XML}<!DOCTYPE lolz [<!ENTITY a "ha">${Array.from(
  { length: 20 },
  (_, n) =>
    `<!ENTITY ${String.fromCharCode(98 + n)} "${`&${String.fromCharCode(97 + n)};`.repeat(10)}">`,
).join('')}]><w:document xmlns:w="w">&u;</w:document>`

const pdf = (objects: string, trailer: string): Uint8Array =>
  Buffer.from(`%PDF-1.7\n${objects}\ntrailer\n${trailer}\nstartxref\n0\n%%EOF`, 'latin1')
const CATALOG = '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n'

/** A page whose content is a gigabyte of operators, packed to one megabyte. */
function streamBomb(): Uint8Array {
  const stream = deflateSync(Buffer.alloc(256 * MIB, 'BT (a) Tj ET '))
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.7\n${CATALOG}2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<<>>>>endobj\n4 0 obj<</Filter/FlateDecode/Length ${stream.length}>>stream\n`,
    ),
    stream,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ])
}

describe('a file that is not what it claims to be is refused', () => {
  test.each([
    [PDF, 'it is damaged or not a PDF file'],
    [DOCX, 'it is damaged or no Word document'],
    [XLSX, 'it is damaged or no Excel workbook'],
    [PPTX, 'it is damaged or no PowerPoint presentation'],
    [EPUB, 'it is damaged or no EPUB book'],
  ])('%s', async (contentType, reason) => {
    expect(await reasonFor('no such file', contentType)).toBe(reason)
    const other = makeZip([{ name: 'readme.txt', content: 'x' }])
    const otherReason = await reasonFor(other, contentType)
    expect(otherReason).toMatch(/damaged|is missing|Could not find/)
    await expectNextIsRead()
  })
})

describe('a file that is encrypted says so', () => {
  test('by Office', async () => {
    const content = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)])
    expect(await reasonFor(content, DOCX)).toContain('encrypted with a password')
  })

  test('as a zip archive', async () => {
    const parts = workbook('').map((part) => ({ ...part, isEncrypted: true }))
    expect(await reasonFor(makeZip(parts), XLSX)).toBe(
      'it is encrypted and opens only with a password',
    )
    await expectNextIsRead()
  })
})

describe('a bomb is refused before it is unpacked', () => {
  test.each([
    [
      'one part that unpacks to 60 MB',
      makeZip(word('<a>'.padEnd(60 * MIB))),
      DOCX,
      /zip bomb: a part/,
    ],
    [
      'parts that share their bytes',
      makeZip(workbook('x'), { sharesBytes: true }),
      XLSX,
      /overlap/,
    ],
    [
      'an archive in an archive',
      makeZip([{ name: 'word/document.xml', content: makeZip(word('x'.padEnd(30 * MIB))) }]),
      DOCX,
      /damaged|missing|Could not find/,
    ],
    [
      '12,000 files',
      makeZip(Array.from({ length: 12_000 }, (_, n) => ({ name: `${n}`, content: '' }))),
      EPUB,
      /more than 10000 files/,
    ],
    ['XML entities in Word', makeZip(word(LAUGHS)), DOCX, /declares XML entities/],
    ['XML entities in Excel', makeZip(workbook(LAUGHS)), XLSX, /declares XML entities/],
    [
      'XML entities in a book',
      makeZip([{ name: 'META-INF/container.xml', content: LAUGHS }]),
      EPUB,
      /declares XML entities/,
    ],
    [
      'a long text that every cell repeats',
      makeZip([
        ...workbook(
          `${XML}<worksheet>${`<row>${'<c t="inlineStr"><is><t>0123456789</t></is></c>'.repeat(400)}</row>`.repeat(2_000)}</worksheet>`,
        ),
      ]),
      XLSX,
      /zip bomb|more than 5,000,000 characters/,
    ],
    [
      'XML 100,000 deep',
      makeZip(word(`${XML}${'<a>'.repeat(100_000)}`)),
      DOCX,
      /nested too deeply/,
    ],
    ['a page of a quarter of a gigabyte', streamBomb(), PDF, /more than|longer than|no text/],
  ])('%s', async (_, content, contentType, reason) => {
    expect(await reasonFor(content, contentType)).toMatch(reason)
    await expectNextIsRead()
  })
})

describe('a document that costs too much is refused', () => {
  test.each([
    [
      '100,000 lists inside each other, in markdown',
      `${'- '.repeat(100_000)}a`,
      'text/markdown',
      /nested too deeply/,
    ],
    [
      '100,000 quotes inside each other',
      `${'>'.repeat(100_000)}a`,
      'text/markdown',
      /nested too deeply/,
    ],
    [
      '100,000 lists inside each other, in HTML',
      '<ul><li>'.repeat(100_000),
      'text/html',
      /nested|longer|more than/,
    ],
    ['30 MB of text', 'word '.repeat(6 * MIB), 'text/plain', /more than 5,000,000 characters/],
    ['30 MB of a table', 'a,b\n'.repeat(7 * MIB), 'text/csv', /more than 5,000,000 characters/],
    [
      'cells inside each other',
      '[{"cells":'.repeat(500_000),
      'application/x-ipynb+json',
      /not JSON/,
    ],
    [
      'pages that contain each other',
      pdf(`${CATALOG}2 0 obj<</Type/Pages/Kids[2 0 R]/Count 9>>endobj`, '<</Root 1 0 R>>'),
      PDF,
      /./,
    ],
    [
      'a cross-reference table that refers to itself',
      Buffer.from(
        `%PDF-1.7\n${CATALOG}xref\n0 1\n0000000000 65535 f \ntrailer<</Root 1 0 R/Size 2/Prev 52>>\nstartxref\n52\n%%EOF`,
      ),
      PDF,
      /./,
    ],
    [
      'a million objects',
      pdf(
        CATALOG + Array.from({ length: 1_000_000 }, (_, n) => `${n + 9} 0 obj 0 endobj\n`).join(''),
        '<</Root 1 0 R>>',
      ),
      PDF,
      /./,
    ],
  ] as const)('%s', async (_, content, contentType, reason) => {
    const words = await reasonFor(content, contentType)
    expect(words).toMatch(reason)
    // For the operator: no stack, no code.
    expect(words).not.toMatch(/\bat .*\.[mt]?[jt]s|undefined|\[object/)
    await expectNextIsRead()
  })
})

describe('AsciiDoc that repeats itself is read, and stays small', () => {
  test.each([
    [
      'attributes that contain each other ten times',
      Array.from({ length: 12 }, (_, n) => `:a${n + 1}: ${n ? `{a${n}}`.repeat(10) : 'word '}`)
        .concat('', '{a12}')
        .join('\n'),
    ],
    ['examples inside each other', asciidocExamples(1000)],
    ['attributes that never end', '{a'.repeat(MIB / 2)],
  ])('%s', async (_, content) => {
    const parsing = patient.parse({ content, contentType: 'text/asciidoc', givenTitle: null })
    const { passages } = await parsing
    const characters = passages.reduce((sum, passage) => sum + passage.content.length, 0)
    expect(characters).toBeLessThan(2 * MIB)
    await expectNextIsRead()
  })
})

describe('one line of a million characters is read', () => {
  test.each(['text/plain', 'text/markdown', 'text/asciidoc', 'text/html', 'text/csv'])(
    '%s',
    async (contentType) => {
      const content = 'word '.repeat(200_000)
      const { passages } = await patient.parse({ content, contentType, givenTitle: null })
      expect(passages.length).toBeGreaterThan(500)
    },
  )
})
