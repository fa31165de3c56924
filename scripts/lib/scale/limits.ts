import { about, inMilliseconds, percent, table, whole } from './markdown.ts'
import type { Scale } from './model.ts'
import { CONNECTIONS_OF_A_PROCESS, NODE } from './model.ts'
import type { Results } from './results.ts'

type Limit = { what: string; holds: string; used: number; remedy: string }

export function limitsOfACell({ size, move }: Results, scale: Scale): string {
  const { breaksAt, ofACell } = scale
  const moving = `[moving a workspace](guides/cells.md#move-a-workspace) of ${whole(move.passages)} passages takes ${about(move.secondsMedian / 60)} minutes, and nobody serves it for ${about(move.pauseMsMost / 1_000)} s`
  const limits: Limit[] = [
    {
      what: 'the disk, by stored answers',
      holds: `${about(breaksAt.answersStored / 1e6)} million`,
      used: scale.cellsBy.disk / scale.cells,
      remedy: 'keep conversations for fewer days',
    },
    {
      what: 'connections',
      holds: `${about(breaksAt.apiProcesses)} API processes of ${CONNECTIONS_OF_A_PROCESS}, with \`max_connections\` ${whole(NODE.connections)}`,
      used: ofACell.apiProcesses / breaksAt.apiProcesses,
      remedy: 'lower `DATABASE_CONNECTIONS`; a pooler in session mode does not help',
    },
    {
      what: 'memory for what searches read',
      holds: `${about(breaksAt.hotPassages / 1e6)} million passages`,
      used: ofACell.passages / breaksAt.hotPassages,
      remedy: `another cell; ${moving}`,
    },
    {
      what: 'cores of PostgreSQL',
      holds: `${about(breaksAt.questionsPerSecond)} questions a second`,
      used: ofACell.questionsPerSecond / breaksAt.questionsPerSecond,
      remedy: 'another cell',
    },
  ]
  const rows = limits
    .toSorted((a, b) => b.used - a.used)
    .map(({ what, holds, used, remedy }) => [what, holds, percent(used), remedy])
  return `## What breaks first

In one cell, the nearest first:

${table(['what', 'holds up to', 'used', 'what to do'], rows)}

Each vector index has [a table of its own](decisions/0056-indexed-vectors.md), so their number slows nobody down: measured with 400 in a database. They are built one at a time, ${about(size.indexSeconds)} s for a million passages.
`
}

export function searchEngine({ peers, size }: Results, { breaksAt }: Scale): string {
  const showCpu = (name: string) =>
    inMilliseconds(peers.searches.find((peer) => peer.name === name)?.cpuMs ?? 0)
  return `## When to use a search engine

Many knowledge bases of ordinary size need none: they are spread over cells. One knowledge base cannot be, since [no search reads more than one database](guides/cells.md#what-is-not-possible). Consider Qdrant, OpenSearch or Vespa for its candidates when

- it has **more than a million passages**. With a million the p99 was ${inMilliseconds(size.p99Ms)}, and ${percent(size.keywordRecall10)} of the ten best by keywords were found. Nothing larger was measured;
- it alone is asked **more than ${about(breaksAt.questionsPerSecond)} questions a second**, which is what the cores of one cell serve. Replicas are no way out: they [show what was withdrawn](guides/high-availability.md#can-searches-go-to-a-read-replica).

To save CPU time is no reason below 20,000 passages. With ${whole(peers.passages)} a search takes about twice the ${showCpu('Qdrant, hybrid')} of it that it took in Qdrant, which checks no visibility.

The engine would have one task. The seam is there (\`retrieval/candidates.ts\`), with PostgreSQL as its one implementation, since nobody has needed another yet:

\`\`\`ts
type CandidateSource = (tx: TenantTransaction, query: CandidateQuery) => Promise<Candidate[]>
\`\`\`

A candidate has ids, ranks and scores: no text and no permission.

**The views stay the gate.** Before the candidates of an engine are [fused](decisions/0075-pipeline.md), all of them would be looked up by key, through views that filter by tenant and visibility. The id of another tenant’s passage, of a restricted one or of one that is gone yields no row. They have to be dropped before the fusion, which depends on the whole set.

**Lag costs recall and never visibility.** The engine is fed after the commit, from \`passages\` and \`passage_vectors\` by logical replication, as [moves](decisions/0050-moving.md) are. While it is behind it does not find a new page; a page that was restricted is hidden by the commit that restricts it, whatever the engine still returns. When it does not reply in time, PostgreSQL searches, as today.
`
}

export const unknown = ({ storage: { passage } }: Results): string =>
  `## What this page does not know

- **Tables of tens of millions of rows.** Bytes, WAL and CPU time were measured with one knowledge base in the database. How long vacuum takes on such an index of terms, and how long a search that reads from the disk, was not.
- **Hundreds of connections.** CPU time was measured for one question after the other. What many cores share costs more.
- **Your pages.** A passage of the Kubernetes documentation has ${about(passage.characters)} characters; other texts have other terms. \`npm run bench -- storage --data FOLDER --sets NAME\` measures [a set of your own](../bench/README.md).
- **Prices.** They are round figures between those of large clouds and of rented servers.
`
