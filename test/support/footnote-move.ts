import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { CLI } from './service.ts'

export type MovedCell = { cell: string; adminUrl: string }

export type Move = { workspaceId: string; from: MovedCell; to: MovedCell }

export type Ended = { isDone: boolean; lines: string[]; errors: string }

/** Runs `footnote move` as an operator types it. Each line is told as it is printed. */
export async function footnoteMove(
  { workspaceId, from, to }: Move,
  {
    flags = [],
    onLine = () => undefined,
  }: { flags?: string[]; onLine?: (line: string, kill: () => void) => unknown } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [CLI, 'move', workspaceId, '--to', to.cell, ...flags], {
    env: {
      ...process.env,
      CELL: from.cell,
      DATABASE_URL: from.adminUrl,
      DESTINATION_DATABASE_URL: to.adminUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const errors = text(child.stderr)
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    await onLine(line, () => child.kill('SIGKILL'))
  }
  const [code] = await ended
  return { isDone: code === 0, lines, errors: await errors }
}

/** Kills it once it prints such a line. */
export const moveUntil = (move: Move, deadly: RegExp | null): Promise<Ended> =>
  footnoteMove(move, { onLine: (line, kill) => deadly?.test(line) && kill() })
