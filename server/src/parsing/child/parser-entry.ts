import { answerParent } from './answer-parent.ts'
import { explainFailure } from '../unreadable-document.ts'
import { loadRareFormats } from '../formats.ts'
import type { LoadedFormats } from '../media-types.ts'
import { parseDocument } from '../parse-document.ts'

// Once documents arrive, this process can open no file.
if (process.argv[2] === ('all' satisfies LoadedFormats)) await loadRareFormats()

answerParent(async (header, content) => {
  try {
    return { document: await parseDocument({ ...header, content }) }
  } catch (error) {
    return { failure: explainFailure(error) }
  }
})
