import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a process and all it started tried outside of loopback and of the devices that hold nothing. */
export type Traces = { addresses: string[]; written: string[] }

export type SystemCallWatch = Disposable & {
  /** Put before a command. -D: the command keeps the process id, so that signals reach it. */
  command: readonly string[]
  /** Empty folders to be its HOME and TMPDIR. */
  env: { HOME: string; TMPDIR: string }
  traces(): Traces
}

const SENDING = 'connect,sendto,sendmsg,sendmmsg'
const WRITING =
  'open,openat,openat2,creat,mkdir,mkdirat,mknod,mknodat,rename,renameat,renameat2,' +
  'link,linkat,symlink,symlinkat,truncate'

/** Records with strace which addresses a command talks to and which files it writes. */
export function watchSystemCalls(): SystemCallWatch {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-watch-'))
  const file = join(folder, 'calls')
  const select = `trace=${SENDING},${WRITING}`
  return {
    command: ['strace', '-D', '-f', '--seccomp-bpf', '-qq', '-y', '-o', file, '-e', select],
    env: { HOME: folder, TMPDIR: folder },
    traces: () => readTraces(readFileSync(file, 'utf8')),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

/** Written to by every Node and every shell; what goes there is gone. */
const HARMLESS = new Set(['/dev/null', '/dev/tty'])

function readTraces(calls: string): Traces {
  const addresses = new Set<string>()
  const written = new Set<string>()
  for (const line of calls.split('\n')) {
    const [, call = '', rest = ''] = /^\d+\s+(\w+)\((.*)$/.exec(line) ?? []
    if (SENDING.split(',').includes(call)) {
      const address = foreignAddress(rest)
      if (address !== null) addresses.add(address)
    } else if (!call.startsWith('open') || /\bO_(?:WRONLY|RDWR|CREAT|TRUNC|TMPFILE)\b/.test(rest)) {
      const path = /"([^"]*)"/.exec(rest)?.[1]
      if (path !== undefined && !HARMLESS.has(path)) written.add(path)
    }
  }
  return { addresses: [...addresses], written: [...written] }
}

/** Port 53 of loopback counts too: a resolver there asks others. */
function foreignAddress(call: string): string | null {
  const address = /inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/.exec(call)
  if (!address) return null
  const host = address[1] ?? address[2] ?? ''
  const port = /htons\((\d+)\)/.exec(call)?.[1] ?? ''
  const isLoopback = /^(?:127\.|::1$|::ffff:127\.)/.test(host)
  return isLoopback && port !== '53' ? null : `${host}:${port}`
}
