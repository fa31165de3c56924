import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { createDocumentParser } from './child/document-parser.ts'
import type { SplitDocument } from './parse-document.ts'

/** Made by `scripts/make-fixture-files` with the programs that people use. */
const FILES = new URL('../../../test/fixtures/files/', import.meta.url)
const OFFICE = 'application/vnd.openxmlformats-officedocument'
const TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  pptx: `${OFFICE}.presentationml.presentation`,
  epub: 'application/epub+zip',
}

const parser = createDocumentParser()
afterAll(() => parser.close())

async function read(name: string): Promise<SplitDocument> {
  const content = await readFile(new URL(name, FILES))
  const contentType = TYPES[name.split('.').at(-1) ?? ''] ?? ''
  return parser.parse({ content, contentType, givenTitle: null })
}

/** The passage with a text: where it stands, and all of it. */
function passageWith({ passages }: SplitDocument, text: string) {
  const found = passages.filter(({ content }) => content.includes(text))
  expect(found, `passages with ${text}`).toHaveLength(1)
  const [passage] = found
  return { path: passage?.headingPath.join(' > '), anchor: passage?.anchor, ...passage }
}

const SERVICE_TABLE =
  'Part | Interval | Order number\nFilter | 1 month | WP-100\nSeal | 2,000 hours | WP-210\nBearing | 5 years | WP-330'
const PRESSURE_TABLE =
  'Dial | Temperature | Pressure\n1 | 40 °C | 1.0 bar\n2 | 60 °C | 1.4 bar\n3 | 90 °C | 2.1 bar'

describe('a PDF', () => {
  test('printed by Chromium: headings, pages, the table, the list and the code; no running heads', async () => {
    const guide = await read('chromium-guide.pdf')
    expect(guide).toMatchObject({ title: 'Widget Pump Guide', language: 'en' })
    expect(passageWith(guide, 'level surface')).toMatchObject({
      anchor: 'page=1',
      path: 'Installation',
    })
    expect(passageWith(guide, '1. Close the main valve.\n2. Fasten').anchor).toBe('page=1')
    expect(passageWith(guide, 'Clean the filter')).toMatchObject({
      anchor: 'page=2',
      path: 'Maintenance',
    })
    expect(passageWith(guide, SERVICE_TABLE)).toMatchObject({
      anchor: 'page=2',
      path: 'Maintenance > Service intervals',
    })
    expect(passageWith(guide, 'pumpctl status --verbose\npumpctl reset --force')).toMatchObject({
      anchor: 'page=3',
      path: 'Error lights',
    })
    const all = guide.passages.map(({ content }) => content).join('\n')
    expect(all).not.toMatch(/file:|\d\/3|AM|PM/)
  })

  test('in two columns is read one after the other', async () => {
    const { passages } = await read('chromium-columns.pdf')
    const all = passages.map(({ content }) => content).join('\n')
    const places = ['Alpha valves', 'never be used.', 'Omega valves', 'ten weeks to deliver.'].map(
      (text) => all.indexOf(text),
    )
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test.each(['writer-manual.pdf', 'qpdf-linearized.pdf'])(
    'from a Word document by LibreOffice: %s',
    async (name) => {
      const manual = await read(name)
      expect(manual.title).toBe('Boiler Manual')
      expect(passageWith(manual, '- Open the windows.\n- Leave the house').path).toBe(
        'Safety > Gas alarm',
      )
      expect(passageWith(manual, PRESSURE_TABLE).path).toMatch(/^Operation/)
      expect(passageWith(manual, 'chimney is blocked')).toMatchObject({
        path: 'Faults',
        anchor: 'page=1',
      })
    },
  )

  test('of slides has a heading for each', async () => {
    const slides = await read('impress-slides.pdf')
    expect(passageWith(slides, 'eleven percent')).toMatchObject({
      path: 'Revenue',
      anchor: 'page=2',
    })
    expect(passageWith(slides, 'Team | People\nSupport | 14\nSales | 9')).toMatchObject({
      path: 'Headcount',
      anchor: 'page=3',
    })
  })

  test.each(['groff-paper.pdf', 'qpdf-owner-only.pdf'])(
    'of a paper has numbered headings, indented paragraphs and a table without lines: %s',
    async (name) => {
      const paper = await read(name)
      expect(paper.title).toBe('On the Ageing of Seals')
      expect(
        passageWith(paper, 'Rubber | Hours | Hardness\nNitrile | 500 | 71\nSilicone | 900 | 58'),
      ).toMatchObject({ path: '2. Method > 2.1. Materials', anchor: 'page=1' })
      expect(passageWith(paper, 'Silicone lasted longest')).toMatchObject({
        path: '3. Results',
        anchor: 'page=2',
      })
      expect(passageWith(paper, 'too careful for silicone')).toMatchObject({
        path: '4. Conclusion',
        anchor: 'page=3',
      })
      // Its running head and the numbers of its pages.
      const texts = paper.passages.map(({ content }) => content)
      expect(texts.filter((text) => /Ageing of Seals|^\d$/m.test(text))).toEqual([])
    },
  )

  test.each([
    ['qpdf-encrypted.pdf', 'it is encrypted and opens only with a password'],
    ['chromium-scan.pdf', 'it has no text, only pictures of it: it needs OCR first'],
  ])('that cannot be read says why: %s', async (name, reason) => {
    await expect(read(name)).rejects.toThrow(reason)
  })
})

describe('a Word document', () => {
  test('by Pandoc: headings, lists, the table, code and the footnote', async () => {
    const manual = await read('pandoc-manual.docx')
    expect(manual.title).toBe('Boiler Manual')
    expect(passageWith(manual, 'Only trained people may open its door.').path).toBe('Safety')
    expect(passageWith(manual, '- Close the gas valve.').path).toBe('Safety > Gas alarm')
    expect(passageWith(manual, PRESSURE_TABLE).path).toMatch(/^Operation/)
    expect(
      manual.passages.some(({ content }) => content.includes('boiler --dial 2 --dry-run\n')),
    ).toBe(true)
    expect(passageWith(manual, 'Training takes two days').path).toBe('Faults')
  })

  test('by LibreOffice, with headings in styles of its own', async () => {
    const guide = await read('writer-guide.docx')
    expect(passageWith(guide, SERVICE_TABLE).path).toBe('Maintenance > Service intervals')
    expect(passageWith(guide, 'blinks twice').path).toBe('Error lights')
  })
})

test('a workbook has a heading for each sheet, and days are days', async () => {
  const { passages } = await read('calc-prices.xlsx')
  expect(passages).toMatchObject([
    {
      headingPath: ['prices'],
      content:
        'Article | Price | Since | In stock\nCopper pipe | 12.5 | 2025-01-15 | TRUE\nBrass elbow | 3.2 | 2024-11-02 | FALSE\nValve, large | 89 | 2023-06-30 | TRUE',
    },
  ])
})

test('a presentation has its slides in order, with their notes', async () => {
  const { title, passages } = await read('pandoc-slides.pptx')
  expect(title).toBe('Quarterly Review')
  expect(passages.map(({ content }) => content).join('\n\n')).toContain(
    'Revenue\n\n- Revenue grew by eleven percent.\n- Most of it came from renewals.\n\nNotes: Say that the renewals were expected.\n\nHeadcount\n\nTeam | People\nSupport | 14\nSales | 9',
  )
})

test('a book is read chapter by chapter', async () => {
  const manual = await read('pandoc-manual.epub')
  expect(manual).toMatchObject({ title: 'Boiler Manual', language: 'en' })
  expect(manual.publishedAt).toEqual(new Date('2025-03-04'))
  expect(passageWith(manual, '- Open the windows.').path).toBe('Safety > Gas alarm')
  expect(passageWith(manual, PRESSURE_TABLE).path).toMatch(/^Operation/)
})
