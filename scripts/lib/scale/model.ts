import type { Results } from './results.ts'

/** What nobody measured. Change a value here and run `npm run scale`. */
export const ASSUMED = {
  knowledgeBases: 100_000,
  passages: 1_000_000_000,
  questionsPerSecond: 10_000,
  /** The busiest second beside the mean one. */
  peakToMean: 3,
  conversationDays: 30,
  /** Knowledge bases of more than 20,000 passages, which have a vector index, and what they hold. */
  largeShareOfBases: 0.05,
  largeShareOfPassages: 0.4,
  changedShareAMonth: 0.1,
  /** Dead rows that wait for autovacuum, PostgreSQL's default. */
  deadShare: 0.2,
  secondsOfAModel: 8,
  inputTokens: 2_000,
  outputTokens: 200,
  backupDays: 7,
}

export type Assumed = typeof ASSUMED

/** One PostgreSQL server; a cell has three, of which one serves. */
export const NODE = { cores: 32, memoryGb: 256, diskGb: 4_000, nodes: 3, connections: 1_000 }
/** How far each may be filled. */
export const FILLED = { cores: 0.5, memory: 0.8, disk: 0.7 }
/** DATABASE_CONNECTIONS for each of two roles. */
export const CONNECTIONS_OF_A_PROCESS = 40

/** US dollars, a month where a time is needed. */
export const PRICES = {
  core: 25,
  memoryGb: 3,
  diskGb: 0.1,
  archiveGb: 0.023,
  millionInputTokens: 0.15,
  millionOutputTokens: 0.6,
}

const SECONDS_A_DAY = 86_400
const DAYS_A_MONTH = 30
const GB = 1e9
/** Read by no search: whole pages as they were put, and the queue. */
const COLD = /^(documents|job)/

/** Stored once more, beside their index, where a knowledge base is large. */
const COPIED = new Set(['passage_vectors', 'passage_vectors_pkey'])

export type Scale = ReturnType<typeof computeScale>

export function computeScale(results: Results, assumed: Assumed = ASSUMED) {
  const { storage, size, search, ingest, relay } = results
  const { passage, changedPassage, answer } = storage
  const meanPerSecond = assumed.questionsPerSecond / assumed.peakToMean
  const questionsADay = meanPerSecond * SECONDS_A_DAY
  const questionsOfABaseADay = questionsADay / assumed.knowledgeBases
  const copyBytes = sum(passage.relations.filter(({ name }) => COPIED.has(name)))
  const vectorIndexBytes = (size.indexMegabytes * 1e6) / size.passages + copyBytes
  const largePassages = assumed.passages * assumed.largeShareOfPassages
  const coldBytes = sum(passage.relations.filter(({ name }) => COLD.test(name)))

  const indexBytes = largePassages * vectorIndexBytes
  const diskByUse = {
    passages: assumed.passages * passage.bytes * (1 + assumed.deadShare),
    vectorIndexes: indexBytes,
    conversations: questionsADay * assumed.conversationDays * answer.bytes,
  }
  const diskBytes = diskByUse.passages + diskByUse.vectorIndexes + diskByUse.conversations
  const hotBytes = assumed.passages * (passage.bytes - coldBytes) + indexBytes

  const walByCause = {
    fill: assumed.passages * passage.walBytes,
    changesADay:
      (assumed.passages * assumed.changedShareAMonth * changedPassage.walBytes) / DAYS_A_MONTH,
    answersADay: questionsADay * answer.walBytes,
  }
  const walAtPeak =
    assumed.questionsPerSecond * answer.walBytes + walByCause.changesADay / SECONDS_A_DAY

  const embedQueryMs = (search.machine.cores * 1_000) / search.barePerSecond
  const embedPassageMs = (ingest.machine.cores * 1_000) / ingest.barePassagesPerSecond
  const busy = (ms: number) => (assumed.questionsPerSecond * ms) / 1_000
  const coresByWork = {
    postgres: busy(answer.postgresMs) / FILLED.cores,
    node: busy(answer.nodeMs) / FILLED.cores,
    embedding: busy(embedQueryMs) / FILLED.cores,
  }
  const fillMs = passage.nodeMs + passage.parserMs + passage.postgresMs + embedPassageMs
  const fillCoreHours = (assumed.passages * fillMs) / 3_600_000
  const apiCores = coresByWork.node + coresByWork.embedding

  const room = {
    cores: NODE.cores,
    memory: NODE.memoryGb * GB * FILLED.memory,
    disk: NODE.diskGb * GB * FILLED.disk,
  }
  const processesOfACell = NODE.connections / CONNECTIONS_OF_A_PROCESS
  const cellsBy = {
    disk: diskBytes / room.disk,
    memory: hotBytes / room.memory,
    cores: coresByWork.postgres / room.cores,
    // An API process has a core.
    connections: apiCores / processesOfACell,
  }
  const cells = Math.ceil(Math.max(...Object.values(cellsBy)))
  const ofACell = {
    knowledgeBases: assumed.knowledgeBases / cells,
    passages: assumed.passages / cells,
    questionsPerSecond: assumed.questionsPerSecond / cells,
    walPerSecond: walAtPeak / cells,
    vectorIndexes: (assumed.knowledgeBases * assumed.largeShareOfBases) / cells,
    apiProcesses: apiCores / cells,
  }
  /** Where one cell reaches its limits. */
  const breaksAt = {
    questionsPerSecond: (NODE.cores * FILLED.cores * 1_000) / answer.postgresMs,
    hotPassages: (room.memory / hotBytes) * assumed.passages,
    answersStored: (room.disk - diskByUse.passages / cells - indexBytes / cells) / answer.bytes,
    apiProcesses: processesOfACell,
  }
  return {
    meanPerSecond,
    questionsADay,
    questionsOfABaseADay,
    passagesOfABase: assumed.passages / assumed.knowledgeBases,
    vectorIndexBytes,
    diskByUse,
    diskBytes,
    hotBytes,
    walByCause,
    walAtPeak,
    embedQueryMs,
    embedPassageMs,
    coresByWork,
    apiCores,
    fillCoreHours,
    openAnswerBytes:
      assumed.questionsPerSecond * assumed.secondsOfAModel * relay.idleStreamKb * 1_000,
    cellsBy,
    cells,
    ofACell,
    breaksAt,
    computeCost: computeCost(assumed, { cells, apiCores, questionsADay, diskBytes, walByCause }),
  }
}

type Costly = {
  cells: number
  apiCores: number
  questionsADay: number
  diskBytes: number
  walByCause: { changesADay: number; answersADay: number }
}

function computeCost(
  assumed: Assumed,
  { cells, apiCores, questionsADay, diskBytes, walByCause }: Costly,
) {
  const node =
    NODE.cores * PRICES.core + NODE.memoryGb * PRICES.memoryGb + NODE.diskGb * PRICES.diskGb
  const archived =
    diskBytes + (walByCause.changesADay + walByCause.answersADay) * assumed.backupDays
  const answers = questionsADay * DAYS_A_MONTH
  const tokens =
    (assumed.inputTokens * PRICES.millionInputTokens +
      assumed.outputTokens * PRICES.millionOutputTokens) /
    1e6
  const databases = cells * NODE.nodes * node
  // A gigabyte beside each core.
  const api = apiCores * (PRICES.core + PRICES.memoryGb)
  const backups = (archived / GB) * PRICES.archiveGb
  const own = databases + api + backups
  return {
    databases,
    api,
    backups,
    own,
    model: answers * tokens,
    archivedBytes: archived,
    ownOfABase: own / assumed.knowledgeBases,
    ownOfAThousandAnswers: (own / answers) * 1_000,
    modelOfAThousandAnswers: tokens * 1_000,
  }
}

const sum = (relations: readonly { bytes: number }[]): number =>
  relations.reduce((total, { bytes }) => total + bytes, 0)
