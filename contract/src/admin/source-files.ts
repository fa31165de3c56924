import { z } from 'zod'
import { nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'

/** Relative and plain: no part is empty, `.` or `..`. */
const isPlainPath = (path: string): boolean =>
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')

export const FilePath = nonBlankText(1000).refine(
  isPlainPath,
  'must be a relative path without `.` and `..`',
)

export const SourceFileQuery = z.strictObject({
  path: FilePath.describe(
    'Where the file goes, such as `guide/setup.pdf`, or the folder to unpack an archive in.',
  ),
})
export type SourceFileQuery = z.infer<typeof SourceFileQuery>

export const SourceArchiveQuery = z.strictObject({
  folder: FilePath.optional().describe(
    'Where the files of the archive go; the top level when absent.',
  ),
})
export type SourceArchiveQuery = z.infer<typeof SourceArchiveQuery>

export const SourceFile = z
  .object({
    path: z.string().describe('Its path or URL in the source.'),
    content_type: z.string().describe('Derived from the extension of the path.'),
    size: z.int().describe('In bytes.'),
    updated_at: Timestamp.describe('When it was last uploaded.'),
  })
  .meta({ id: 'SourceFile' })
export type SourceFile = z.infer<typeof SourceFile>

export const SourceFileList = z
  .object({ files: z.array(SourceFile).describe('Sorted by path.') })
  .meta({ id: 'SourceFileList' })
export type SourceFileList = z.infer<typeof SourceFileList>

export const UploadedArchive = z
  .object({
    stored: z.int().describe('Files that were stored.'),
    skipped: z
      .array(
        z.object({
          path: z.string().describe('The entry in the archive.'),
          reason: z.string().describe('Why it was not stored.'),
        }),
      )
      .describe('Entries that were not stored.'),
  })
  .meta({ id: 'UploadedArchive' })
export type UploadedArchive = z.infer<typeof UploadedArchive>
