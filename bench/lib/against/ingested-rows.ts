import pg from 'pg'
import { superuserUrl } from '../database.ts'

/** Everything that indexing stores, without the ids and times that differ from run to run. */
const STORED = {
  documents: `select knowledge_base_id, url, title, indexed_title, language, state, state_reason,
      visibility, passage_count, published_at, version from documents`,
  passages: `select d.knowledge_base_id, d.url, p.visibility, p.chunk_index, p.content,
      p.heading_path, p.anchor, p.blocks, p.terms, p.weights::text
    from passages p join documents d on d.id = p.document_id`,
  vectors: `select d.knowledge_base_id, d.url, p.chunk_index, v.space_id, v.visibility,
      v.embedding::text
    from passage_vectors v join passages p on p.id = v.passage_id
    join documents d on d.id = p.document_id and d.id = v.document_id`,
  statistics: 'select knowledge_base_id, term, passages from term_statistics',
  languages: 'select id, languages from knowledge_bases',
}

/** A line for each table with the number of its rows and a hash of them. */
export async function storedRows(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: superuserUrl(databaseUrl) })
  await client.connect()
  try {
    const lines: string[] = []
    for (const [name, query] of Object.entries(STORED)) {
      const { rows } = await client.query<{ rows: string; hash: string }>(
        `select count(*)::text as rows, md5(string_agg(md5(r::text), '' order by md5(r::text))) as hash
         from (${query}) as r`,
      )
      lines.push(`${name} ${rows[0]?.rows} ${rows[0]?.hash}`)
    }
    return lines.join('\n')
  } finally {
    await client.end()
  }
}
