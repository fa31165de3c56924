import { answerParent } from './answer-parent.ts'
import { explainFailure } from '../unreadable-document.ts'
import { loadAllFormats } from '../formats.ts'
import { parseDocument } from '../parse-document.ts'

// Once documents arrive, this process can open no file.
await loadAllFormats()

answerParent(async (header, content) => {
  try {
    return { document: await parseDocument({ ...header, content }) }
  } catch (error) {
    return { failure: explainFailure(error) }
  }
})
