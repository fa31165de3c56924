import type Mammoth from 'mammoth'
import { openArchive } from './archive.ts'
import type { ParsedDocument } from '../blocks.ts'
import { withoutAnchors } from '../blocks.ts'
import { headingStyles } from './docx-styles.ts'
import { parseHtml } from '../html/html.ts'
import { officeFacts } from './office.ts'
import { refuseUnsafeXml } from './xml.ts'

/** In addition to Mammoth's own rules: the title, and code as Pandoc and others style it. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Source Code'] => pre:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "p[style-name='Preformatted Text'] => pre:separator('\\n')",
  "p[style-name='Code'] => pre:separator('\\n')",
]

export const loadWordLibrary = () => import('mammoth')

/** Parses Word as the HTML that Mammoth makes of it. Its parts are unpacked here, within limits. */
export async function parseDocx(content: Uint8Array): Promise<ParsedDocument> {
  const archive = await openArchive(content, 'Word document')
  const { title, ...facts } = await officeFacts(archive)
  const { default: mammoth } = await loadWordLibrary()
  const file = {
    exists: (name: string) => archive.has(name),
    async read(name: string) {
      const text = await archive.text(name)
      refuseUnsafeXml(text)
      return text
    },
  }
  const options = {
    styleMap: [...STYLES, ...(await headingStyles(archive))],
    includeEmbeddedStyleMap: false,
    externalFileAccess: false,
    // Images are ignored.
    convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
  }
  const { value } = await mammoth.convertToHtml(asInput(file), options)
  const read = parseHtml(value, { firstRowIsHeader: true })
  return { ...facts, title: read.title ?? title, blocks: withoutAnchors(read.blocks) }
}

type Input = Parameters<typeof Mammoth.convertToHtml>[0]

/** Mammoth also accepts an opened archive, which its types leave out. */
const asInput = (file: object): Input => Object.assign({ path: '' }, { file })
