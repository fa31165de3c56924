import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export type Nginx = {
  baseUrl: string
  /** With other settings, while it serves. Nothing goes by the former ones once it returns. */
  reload(included: (port: number) => string): Promise<void>
  close(): Promise<void>
}

/** nginx lets the processes with the former settings take connections for 100 ms more. */
const RELOADING_MS = 1_000

/**
 * The installed nginx in a process of its own, in front of one server. It has only the settings that an
 * operator must make, and `directives`.
 */
export const startNginx = (upstream: string, directives = ''): Promise<Nginx> =>
  startNginxWith(
    (port) => `server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${upstream};
      ${directives}
    }
  }`,
  )

/** The same, with all that its `http` block includes. */
export async function startNginxWith(included: (port: number) => string): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-nginx-'))
  // Started by root, its workers are somebody else, who keeps large bodies there.
  await chmod(folder, 0o755)
  const port = await freePort()
  const write = (text: string) => writeFile(join(folder, 'nginx.conf'), settings(folder, text))
  await write(included(port))
  const child = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-g', 'daemon off;'], {
    stdio: 'ignore',
  })
  await untilListening(port)
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async reload(others) {
      await write(others(port))
      child.kill('SIGHUP')
      await sleep(RELOADING_MS)
    },
    async close() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}

const settings = (folder: string, included: string): string => `
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  ${included}
}
`

export async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await sleep(50)
  }
  throw new Error(`Nothing listens on port ${port}`)
}
