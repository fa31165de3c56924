import { inDollars, inTerabytes, table } from './markdown.ts'
import type { Scale } from './model.ts'
import { ASSUMED, PRICES } from './model.ts'

export const cost = ({ computeCost }: Scale): string => `## Cost

${table(
  ['price, assumed', ''],
  [
    ['a core for a month', inDollars(PRICES.core)],
    ['a GB of memory for a month', inDollars(PRICES.memoryGb)],
    ['a GB of local SSD for a month', inDollars(PRICES.diskGb)],
    ['a GB of object storage for a month', inDollars(PRICES.archiveGb)],
    [
      'a million tokens of a small hosted model',
      `${inDollars(PRICES.millionInputTokens)} in, ${inDollars(PRICES.millionOutputTokens)} out`,
    ],
  ],
)}

${table(
  ['what', 'a month'],
  [
    ['database servers, three to a cell', inDollars(computeCost.databases)],
    ['API processes with their embedding model', inDollars(computeCost.api)],
    [
      `backups: a copy and the WAL of ${ASSUMED.backupDays} days, ${inTerabytes(computeCost.archivedBytes)}`,
      inDollars(computeCost.backups),
    ],
    ['**together**', `**${inDollars(computeCost.own)}**`],
    ['a hosted model for every answer', inDollars(computeCost.model)],
  ],
)}

A thousand answers cost ${inDollars(computeCost.ownOfAThousandAnswers)} to serve, and ${inDollars(computeCost.modelOfAThousandAnswers)} more where a hosted model writes them. Two of three database servers only stand by: that is what it costs to lose nothing when a host fails. Traffic, people and taxes are not included.
`
