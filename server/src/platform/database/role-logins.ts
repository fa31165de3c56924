import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import type { DatabaseRole } from './connection-role.ts'
import { withOwner } from './owner-connection.ts'

export type RoleLogin = { role: DatabaseRole; password: string }

const ITERATIONS = 4096
const KEY_BYTES = 32
const SALT_BYTES = 16

/** Gives the server roles logins of their own. Runs as their creator, the owner with CREATEROLE. */
export async function setLogins(ownerUrl: string, logins: readonly RoleLogin[]): Promise<void> {
  if (logins.length === 0) return
  await withOwner({ connectionString: ownerUrl }, async (client) => {
    for (const { role, password } of logins) {
      const verifier = pg.escapeLiteral(scramVerifier(password))
      await client.query(`alter role ${pg.escapeIdentifier(role)} login password ${verifier}`)
    }
  })
}

/** What PostgreSQL stores for a password (RFC 5803). Computed here, so that no server log sees it. */
function scramVerifier(password: string): string {
  const salt = randomBytes(SALT_BYTES)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  const serverKey = hmac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
