import type { Archive } from './archive.ts'
import { openArchive } from './archive.ts'
import type { ParsedDocument } from '../blocks.ts'
import { createBlockWriter } from '../blocks.ts'
import { officeFacts, readRelations } from './office.ts'
import { createRowWriter } from '../split/table-rows.ts'
import type { CellStyles } from './xlsx-cells.ts'
import { readSheet } from './xlsx-cells.ts'
import { readDateStyles, readSharedStrings } from './xlsx-parts.ts'
import { parseXml } from './xml.ts'

const WORKBOOK = 'xl/workbook.xml'

/** Excel: each visible sheet as a heading and its rows with their header. */
export async function parseXlsx(content: Uint8Array): Promise<ParsedDocument> {
  const archive = await openArchive(content, 'Excel workbook')
  const { sheets, styles } = await readWorkbook(archive)
  const writer = createBlockWriter()
  const rows = createRowWriter(writer)
  for (const { name, part } of sheets) {
    writer.heading(name, 2)
    await readSheet(archive, part, styles, (row) => rows.add(row))
    rows.end()
  }
  return { ...(await officeFacts(archive)), blocks: writer.finish() }
}

type Sheet = { name: string; part: string }

async function readWorkbook(archive: Archive): Promise<{ sheets: Sheet[]; styles: CellStyles }> {
  const relations = await readRelations(archive, WORKBOOK)
  const sheets: Sheet[] = []
  let startsIn1904 = false
  parseXml(await archive.text(WORKBOOK), {
    open(element, attributes) {
      if (element === 'workbookPr') startsIn1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
      const part = relations.get(attributes['r:id'] ?? '')?.target
      const isVisible = (attributes['state'] ?? 'visible') === 'visible'
      if (element === 'sheet' && part !== undefined && isVisible) {
        sheets.push({ name: attributes['name'] ?? '', part })
      }
    },
  })
  const getPart = (type: string) =>
    [...relations.values()].find((relation) => relation.type === type)?.target
  return {
    sheets,
    styles: {
      startsIn1904,
      strings: await readSharedStrings(archive, getPart('sharedStrings')),
      isDate: await readDateStyles(archive, getPart('styles')),
    },
  }
}
