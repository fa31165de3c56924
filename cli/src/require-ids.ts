import type { Command } from 'commander'
import { Failure, USAGE_EXIT_CODE } from './failure.ts'

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Other words that options for an id take. */
const ALSO = new Set(['none'])

/** Says which option has no id in it, before the server can only say that something is wrong. */
export function requireIds(command: Command): void {
  for (const option of command.options) {
    if (!option.flags.endsWith('<id>')) continue
    const value: unknown = command.getOptionValue(option.attributeName())
    if (typeof value !== 'string' || ID.test(value) || ALSO.has(value)) continue
    throw new Failure(
      `${option.long} "${value}" is not an id. An id looks like 0199c1f2-6e0b-7c41-9d5e-3b8f2a7d1c60; ` +
        '`footnote workspaces list` and `footnote knowledge-bases list` print them.',
      USAGE_EXIT_CODE,
    )
  }
}
