import { randomBytes } from 'node:crypto'
import type {
  ReaderSigner,
  ReaderSignerPatch,
  ReaderSignerWithSecret,
} from '@footnote/contract/admin/reader-signers'
import { MAX_READER_SIGNERS } from '@footnote/contract/limits'
import { sql } from 'kysely'
import { refuseTaken } from '../../platform/database/database-errors.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { newId } from '../../platform/new-id.ts'
import { Refusal } from '../../platform/refusal.ts'
import { requireSecretBox } from '../../platform/secret-box.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { signerContext } from './verify-token.ts'

type Row = Omit<ReaderSigner, 'previous_valid_until' | 'created_at'> & {
  previous_valid_until: Date | null
  created_at: Date
}

export async function listSigners(tx: TenantTransaction): Promise<ReaderSigner[]> {
  const { rows } = await sql<Row>`
    select id, name, case when jwks_url is null then 'secret' else 'jwks' end as kind, audience, issuer,
           jwks_url, case when previous_until > now() then previous_until end as previous_valid_until,
           created_at
    from reader_signers order by id`.execute(tx)
  return rows.map((row) => ({
    ...row,
    previous_valid_until: row.previous_valid_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }))
}

/** Refuses an unknown id. */
export async function findSigner(tx: TenantTransaction, id: string): Promise<ReaderSigner> {
  const found = (await listSigners(tx)).find((signer) => signer.id === id)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

export type NewSigner = Pick<ReaderSigner, 'name' | 'issuer'> & {
  audience: string | undefined
  /** Default: a new one, unless it has keys. */
  secret: string | undefined
  jwks_url: string | undefined
}

/** 256 bits, in characters that survive any file of settings. */
const makeSecret = () => `fnr_${randomBytes(32).toString('base64url')}`

/** Refuses one more than there may be, and a name that another has. */
export async function createSigner(
  tx: TenantTransaction,
  secrets: SecretBox | null,
  knowledgeBaseId: string,
  { name, audience = knowledgeBaseId, issuer, ...given }: NewSigner,
): Promise<ReaderSignerWithSecret> {
  await sql`select from knowledge_bases where id = ${knowledgeBaseId} for update`.execute(tx)
  if ((await listSigners(tx)).length >= MAX_READER_SIGNERS) {
    const message = `A knowledge base has at most ${MAX_READER_SIGNERS} signers.`
    throw new Refusal('CONFLICT', { message })
  }
  const id = newId()
  const url = given.jwks_url ?? null
  const secret = url === null ? (given.secret ?? makeSecret()) : null
  const sealed =
    secret === null
      ? null
      : requireSecretBox(secrets).seal(secret, signerContext(knowledgeBaseId, id))
  await sql`
    insert into reader_signers (knowledge_base_id, id, name, secret, jwks_url, audience, issuer)
    values (${knowledgeBaseId}, ${id}, ${name}, ${sealed}, ${url}, ${audience}, ${issuer})`
    .execute(tx)
    .catch(refuseTaken)
  return { ...(await findSigner(tx, id)), secret }
}

/** What tokens were signed for counts at once: running answers end, unless it is the name alone. */
export async function changeSigner(
  tx: TenantTransaction,
  id: string,
  { name, audience, issuer, jwks_url: url }: ReaderSignerPatch,
): Promise<ReaderSigner> {
  const before = await findSigner(tx, id)
  if (url !== undefined && before.kind === 'secret') {
    throw new Refusal('CONFLICT', { message: 'This signer has a secret, and no address of keys.' })
  }
  const after = {
    audience: audience ?? before.audience,
    issuer: issuer === undefined ? before.issuer : issuer,
    url: url ?? before.jwks_url,
  }
  const isSame =
    after.audience === before.audience &&
    after.issuer === before.issuer &&
    after.url === before.jwks_url
  // By two, so that tokens of before are not taken for those of the previous secret.
  await sql`
    update reader_signers set
      name = ${name ?? before.name}, audience = ${after.audience}, issuer = ${after.issuer},
      jwks_url = ${after.url}, version = version + ${isSame ? 0 : 2}
    where id = ${id}`
    .execute(tx)
    .catch(refuseTaken)
  return findSigner(tx, id)
}

/** The previous secret is kept for as long as it is to be valid. */
export async function rotateSigner(
  tx: TenantTransaction,
  secrets: SecretBox | null,
  { knowledgeBaseId, id }: { knowledgeBaseId: string; id: string },
  {
    secret = makeSecret(),
    previous_valid_hours: hours,
  }: { secret?: string | undefined; previous_valid_hours: number },
): Promise<ReaderSignerWithSecret> {
  const { kind } = await findSigner(tx, id)
  if (kind === 'jwks') {
    throw new Refusal('CONFLICT', {
      message: 'This signer has keys, which are rotated at their address.',
    })
  }
  const sealed = requireSecretBox(secrets).seal(secret, signerContext(knowledgeBaseId, id))
  await sql`
    update reader_signers set
      previous_secret = case when ${hours}::int > 0 then secret end,
      previous_until = case when ${hours}::int > 0 then now() + make_interval(hours => ${hours}::int) end,
      secret = ${sealed}, version = version + 1
    where id = ${id}`.execute(tx)
  return { ...(await findSigner(tx, id)), secret }
}

export async function deleteSigner(tx: TenantTransaction, id: string): Promise<void> {
  await sql`delete from reader_signers where id = ${id}`.execute(tx)
}
