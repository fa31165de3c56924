import { z } from 'zod'
import { contentTypeOfPath, readableType } from '../content-types.ts'

const GOOGLE = 'application/vnd.google-apps.'
const OFFICE = 'application/vnd.openxmlformats-officedocument.'
export const FOLDER = `${GOOGLE}folder`
export const SHORTCUT = `${GOOGLE}shortcut`

export const FILE_FIELDS =
  'id,name,mimeType,modifiedTime,createdTime,md5Checksum,size,webViewLink,driveId,trashed,' +
  'shortcutDetails(targetId)'

export const DriveFile = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  modifiedTime: z.string().optional(),
  createdTime: z.iso.datetime().optional(),
  /** Documents of Google's own have none. */
  md5Checksum: z.string().optional(),
  size: z.coerce.number().optional(),
  webViewLink: z.string().optional(),
  driveId: z.string().optional(),
  trashed: z.boolean().optional(),
  shortcutDetails: z.object({ targetId: z.string().optional() }).optional(),
})
export type DriveFile = z.infer<typeof DriveFile>

export const FileList = z.object({
  files: z.array(DriveFile),
  nextPageToken: z.string().optional(),
  incompleteSearch: z.boolean().optional(),
})

/** How a file is read: Google's own documents are exported, others are sent as they are. */
export type Reading = { readonly contentType: string; readonly isExported: boolean }

const EXPORTS: Readonly<Record<string, string>> = {
  [`${GOOGLE}document`]: 'text/markdown',
  // As CSV it would be the first sheet only.
  [`${GOOGLE}spreadsheet`]: `${OFFICE}spreadsheetml.sheet`,
  [`${GOOGLE}presentation`]: `${OFFICE}presentationml.presentation`,
}

/** null: no parser supports it. */
export function howToRead({
  name,
  mimeType,
}: Pick<DriveFile, 'name' | 'mimeType'>): Reading | null {
  const exported = EXPORTS[mimeType]
  if (exported !== undefined) return { contentType: exported, isExported: true }
  if (mimeType.startsWith(GOOGLE)) return null
  const contentType = readableType(mimeType, `/${name}`) ?? contentTypeOfPath(name)
  return contentType === null ? null : { contentType, isExported: false }
}

/** Google writes each picture into the Markdown as data, at the end, and refers to it. */
export const withoutPictures = (markdown: string): string =>
  markdown
    .replaceAll(/^\[image\d+\]: *<data:[^>]*>[ \t]*$/gm, '')
    .replaceAll(/!\[([^\]\n]*)\]\[image\d+\]/g, '$1')
