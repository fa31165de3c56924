import { parsePlainText } from '../../../server/src/parsing/plain-formats.ts'
import { split } from '../../../server/src/parsing/split/split.ts'
import type { RankedPassage } from '../../../server/src/retrieval/retrieve.ts'
import type { SetDocument } from './sets.ts'

/** The passages of plain-text documents as a search would return them, in the order given. */
export function asPassages(documents: readonly SetDocument[]): RankedPassage[] {
  return documents.flatMap(({ id, url, title, content }, rank) =>
    split({ title, blocks: parsePlainText(content).blocks }).map((passage): RankedPassage => ({
      id: `${id}#${passage.index}`,
      documentId: id,
      content: passage.content,
      headingPath: passage.headingPath,
      chunkIndex: passage.index,
      anchor: passage.anchor,
      blocks: passage.blocks,
      document: {
        id,
        url,
        title,
        visibility: 'public',
        sourceType: 'api',
        groupId: null,
        language: 'en',
        labels: {},
      },
      relevance: 1 / (rank + 1),
      rrfScore: 0,
      vectorScore: 0,
      textScore: 0,
      rerankScore: 0,
    })),
  )
}
