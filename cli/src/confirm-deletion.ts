import { createInterface } from 'node:readline'
import { Failure, USAGE_EXIT_CODE } from './failure.ts'
import { plain } from './plain.ts'

export const YES_FLAG = ['--yes', 'delete without asking'] as const

export type YesOption = { yes?: true }

export type Deletion = {
  /** Such as `knowledge base`. */
  kind: string
  name: string
  /** What is deleted with it, one line each. */
  goes: readonly string[]
}

/** Says what will be deleted and asks for the name, unless `--yes` is given. */
export async function confirmDeletion(deletion: Deletion, { yes }: YesOption): Promise<void> {
  const { kind, goes } = deletion
  const name = plain(deletion.name)
  // Not on standard output, which --json prints to.
  console.error(
    [`This deletes the ${kind} "${name}".`, ...goes.map((line) => `  ${line}`)].join('\n'),
  )
  if (yes) return
  process.stderr.write(`Type ${name} to delete it: `)
  if ((await readLine()) === name) return
  throw new Failure(
    `Nothing was deleted. Type the name of the ${kind}, or pass --yes.`,
    USAGE_EXIT_CODE,
  )
}

/** The first line of standard input; undefined when there is none. */
async function readLine(): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin })
  try {
    for await (const line of lines) return plain(line)
    return undefined
  } finally {
    lines.close()
    process.stdin.destroy()
  }
}
