import type { Range } from './sensitive-span.ts'
import { textBefore } from './sensitive-span.ts'

/** RFC 5321 allows 64 characters before the @. */
const MAX_LOCAL = 64
const LOCAL = /[\p{Script=Latin}\d._%+'#-]+$/u
/** Latin letters only: in Japanese a sentence goes on right after the address. */
const DOMAIN =
  /(?:[\p{Script=Latin}\d][\p{Script=Latin}\d-]{0,62}\.){1,8}(?:xn--[a-z\d-]{1,59}|\p{Script=Latin}{2,24})/uy
const ENDS = /[\p{Script=Latin}\d_@-]/u

/** Users of a version control server, not mailboxes. */
const SERVICE_USERS = new Set(['git', 'hg', 'svn'])
/** `logo@2x.png` is a picture for a dense screen, and `.local` is never a mail domain. */
const NOT_MAIL = /\.(?:png|jpe?g|gif|webp|avif|svg|ico|css|js|ts|local|localhost|localdomain|lan)$/i
/** `aes256-gcm@openssh.com` names an algorithm (RFC 4251, section 6). */
const ALGORITHM = /^(?:openssh\.com|libssh\.org)$/i
/** `package@1.0.0-beta.rc` */
const VERSION = /^v?\d+\.\d+/i

const IN_URL = /:\/\/[^\s/@]*$/
/** A remote shell's command with its options: what follows is a login. */
const REMOTE_SHELL =
  /(?:^|[^\w-])(?:ssh|sftp|sshfs|mosh|autossh|ssh-copy-id|rsync|scp)(?:\s+-{1,2}[\w-]+(?:[ =](?!-)[^\s@]+)?)*\s+$/
/** `host:/path`, `host:~`, `host:team/repository` and `host:22`. */
const REMOTE_PATH = /:(?:[/~]|\d|[\w.-]{1,64}\/)/y

export function* findEmails(text: string): Generator<Range> {
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const range = addressAround(text, at)
    if (range) yield range
  }
}

function addressAround(text: string, at: number): Range | undefined {
  const local = LOCAL.exec(textBefore(text, at, MAX_LOCAL))?.[0].replace(/^[.'#%+-]+/, '')
  if (!local || local.endsWith('.') || SERVICE_USERS.has(local.toLowerCase())) return undefined
  DOMAIN.lastIndex = at + 1
  const domain = DOMAIN.exec(text)?.[0]
  if (domain === undefined || isOtherName(domain)) return undefined
  const range = { start: at - local.length, end: at + 1 + domain.length }
  if (ENDS.test(text[range.end] ?? '') || isLogin(text, range)) return undefined
  return range
}

const isOtherName = (domain: string): boolean =>
  NOT_MAIL.test(domain) || ALGORITHM.test(domain) || VERSION.test(domain)

function isLogin(text: string, { start, end }: Range): boolean {
  const before = textBefore(text, start, 120)
  REMOTE_PATH.lastIndex = end
  return IN_URL.test(before) || REMOTE_SHELL.test(before) || REMOTE_PATH.test(text)
}
