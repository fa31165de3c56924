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

export function searchEngine({ candidates, peers, size }: Results, { breaksAt }: Scale): string {
  const showCpu = (name: string) =>
    inMilliseconds(peers.searches.find((peer) => peer.name === name)?.cpuMs ?? 0)
  return `## When to use a search engine

Many knowledge bases of ordinary size need none: they are spread over cells. One knowledge base cannot be, since [no search reads more than one database](guides/cells.md#what-is-not-possible). Consider Qdrant, OpenSearch or Vespa for its candidates when

- it has **more than a million passages**. With a million the p99 was ${inMilliseconds(size.p99Ms)}, and ${percent(size.keywordRecall10)} of the ten best by keywords were found. Nothing larger was measured;
- it alone is asked more than the ${about(breaksAt.questionsPerSecond)} questions a second that the cores of one server answer, **and [standbys that find candidates](guides/high-availability.md#let-standbys-find-candidates) are not enough**. They leave ${percent(candidates.exact.primaryShare)} of a search’s CPU time to the primary, ${percent(candidates.indexed.primaryShare)} with an index.

To save CPU time is no reason below 20,000 passages. With ${whole(peers.passages)} a search takes about twice the ${showCpu('Qdrant, hybrid')} of it that it took in Qdrant, which checks no visibility.

The engine would have one task, which standbys have today: a \`CandidateSource\` (\`retrieval/candidate-source.ts\`) names passages by their ids, without text, scores or permission.

**The views are the gate.** What a source names is [looked up by key](decisions/0088-gate.md) on the primary, through views that filter by tenant and visibility, before anything is fused. The id of another tenant’s passage, of a restricted one or of one that is gone yields no row. Scores and ranks are the primary’s own.

**Lag costs recall and never visibility.** While a source is behind it does not find a new page; a page that was restricted is hidden by the commit that restricts it, whatever the source still names. When it does not reply in time, or too little of what it named is left, the primary searches.

No engine is built in. It would be fed after the commit, from \`passages\` and \`passage_vectors\` by logical replication, as [moves](decisions/0050-moving.md) are.
`
}

export const unknown = ({ storage: { passage } }: Results): string =>
  `## What this page does not know

- **Tables of tens of millions of rows.** Bytes, WAL and CPU time were measured with one knowledge base in the database. How long vacuum takes on such an index of terms, and how long a search that reads from the disk, was not.
- **Hundreds of connections.** CPU time was measured for one question after the other. What many cores share costs more.
- **Your pages.** A passage of the Kubernetes documentation has ${about(passage.characters)} characters; other texts have other terms. \`npm run bench -- storage --data FOLDER --sets NAME\` measures [a set of your own](../bench/README.md).
- **Prices.** They are round figures between those of large clouds and of rented servers.
`
