import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What stops the servers of each folder that is in use, the last first. */
const stops: (() => void)[] = []

function onSignal(): never {
  for (const stop of stops) stop()
  process.exit(130)
}

/**
 * A folder for servers of a bench. They are stopped whether `work` ends, fails or is interrupted. `work`
 * may have another such folder meanwhile.
 */
export async function inTemporaryFolder<Result>(
  name: string,
  stopServers: (folder: string) => void,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), `footnote-${name}-`))
  const stop = () => {
    stopServers(folder)
    rmSync(folder, { recursive: true })
  }
  if (stops.length === 0) process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  stops.unshift(stop)
  try {
    return await work(folder)
  } finally {
    stops.shift()
    if (stops.length === 0) process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    stop()
  }
}

/** A value that a script printed as a shell command. */
export function exported(printed: string, name: string): string {
  const value = new RegExp(`^export ${name}=(.+)$`, 'm').exec(printed)?.[1]
  if (value === undefined) throw new Error(`The script printed no ${name}`)
  return value
}
