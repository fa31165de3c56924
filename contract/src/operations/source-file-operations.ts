import type { OperationTexts } from './operation-text.ts'

const file = {
  path: 'guide/setup.pdf',
  content_type: 'application/pdf',
  size: 482_133,
  updated_at: '2026-03-10T14:02:11.000Z',
}

/** Files of sources that hold uploads. */
export const sourceFileOperations: OperationTexts = {
  putSourceFile: {
    description:
      'Stores a file of at most 100 MB under a path, replacing any file there. Files become documents with the next sync, so start one when all files are uploaded.',
    query: { path: file.path },
    request: '(the bytes of setup.pdf)',
    response: file,
  },
  listSourceFiles: {
    description: 'Returns the files uploaded to a source of type `files`.',
    response: { files: [file] },
  },
  deleteSourceFile: {
    description: 'Deletes an uploaded file. Its document stays until the next sync.',
    query: { path: file.path },
  },
  uploadSourceArchive: {
    description:
      'Unpacks a zip, tar or tar.gz of at most 100 MB into the source. Files that cannot be stored are listed with a reason; an unsafe archive is refused as a whole.',
    query: { folder: 'guide' },
    request: '(the bytes of docs.zip)',
    response: {
      stored: 41,
      skipped: [{ path: 'assets/logo.svg', reason: 'Its file type is not supported.' }],
    },
  },
}
