import pg from 'pg'
import type { Config } from '../../config/config.ts'
import { readConfig } from '../../config/config.ts'
import { ConfigError } from '../../config/config-error.ts'
import type { Db, OpenDatabase } from '../../platform/database/db.ts'
import { openDatabase } from '../../platform/database/db.ts'
import type { DatabaseRole } from '../../platform/database/connection-role.ts'
import { knownMigrations } from '../../platform/migrations/migrate.ts'
import { readSchema, schemaProblem } from '../../platform/migrations/schema-version.ts'
import { readDatabaseFacts } from '../../platform/system-facts.ts'
import { judgeJobs } from './check-jobs.ts'
import { checkAnswering, checkEmbedding, checkReranker } from './check-models.ts'
import { checkDisk, checkNode, checkParser } from './check-process.ts'
import { checkRedis } from './check-redis.ts'
import { checkGrants, checkLogin, checkRowSecurity } from './check-roles.ts'
import { checkStoredSecrets } from './check-secrets.ts'
import {
  judgeClock,
  judgeConnections,
  judgeSettings,
  judgeVector,
  judgeVersion,
  readServerFacts,
} from './check-server.ts'
import { checkSettings } from './check-settings.ts'
import { checkSpaces } from './check-spaces.ts'
import { checkStandby } from './check-standbys.ts'
import type { DescribeError, Explain } from './explain.ts'
import { explainWith } from './explain.ts'
import type { Finding } from './finding.ts'
import { ok, problem, problemFrom } from './finding.ts'

const TIMEOUT_MS = 10_000

type Environment = Readonly<Record<string, string | undefined>>

/** Looks at everything that a deployment depends on, and changes nothing. */
export async function examine(
  environment: Environment,
  describe: DescribeError,
): Promise<Finding[]> {
  const findings = [checkNode(process.versions.node), await checkParser(), await checkDisk()]
  const config = tryConfig(environment)
  findings.push(...(config instanceof ConfigError ? [unreadable(config)] : checkSettings(config)))
  const usable = config instanceof ConfigError ? null : config
  const models = usable ? await Promise.all(usable.embedding.map(checkEmbedding)) : []
  const loaded = models.flatMap(({ model }) => model ?? [])
  // With one that did not load, its knowledge bases would be reported as well.
  const known = loaded.length === models.length ? loaded : []
  findings.push(...(await checkDatabase(environment, usable, describe, known)))
  findings.push(...models.map(({ finding }) => finding))
  if (usable) {
    const reranker = await checkReranker(usable)
    findings.push(await checkAnswering(usable), ...(reranker ? [reranker] : []))
    findings.push(await checkRedis(usable.REDIS_URL))
  }
  return findings
}

function tryConfig(environment: Environment): Config | ConfigError {
  try {
    return readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
}

const unreadable = ({ message }: ConfigError): Finding =>
  problem('configuration', message, 'Set these as docs/configuration.md says.')

/** Also where another setting is wrong: the rest may be worth knowing. */
async function checkDatabase(
  environment: Environment,
  config: Config | null,
  describe: DescribeError,
  models: readonly string[],
): Promise<Finding[]> {
  const setting = environment['DATABASE_URL'] ? 'DATABASE_URL' : 'WORKER_DATABASE_URL'
  const url = environment[setting]
  if (!url || !URL.canParse(url)) return []
  const explain = explainWith(describe, (name) => environment[name] || url)
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  // Its end is noticed by the next statement.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const facts = await readServerFacts(client)
    const findings = [
      ok('database', `It answers at ${new URL(url).host}.`),
      judgeVersion(facts),
      judgeVector(facts),
      judgeClock(facts),
      ...(config ? [judgeConnections(facts, config.DATABASE_CONNECTIONS)] : []),
      ...judgeSettings(facts),
    ]
    const schema = schemaProblem(await readSchema(client), await knownMigrations())
    if (schema !== null) return [...findings, problemFrom('schema', schema, '')]
    findings.push(ok('schema', 'All migrations are applied.'))
    findings.push(await checkGrants(client), await checkRowSecurity(client))
    return config ? [...findings, ...(await checkRoles(config, explain, models))] : findings
  } catch (error) {
    return [explain('database', error, setting)]
  } finally {
    await client.end()
  }
}

/** As the roles that serve. */
async function checkRoles(
  config: Config,
  explain: Explain,
  models: readonly string[],
): Promise<Finding[]> {
  const api = open(config.API_DATABASE_URL, 'footnote_api')
  const worker = open(config.WORKER_DATABASE_URL, 'footnote_worker')
  try {
    const logins = [
      await checkLogin('API_DATABASE_URL', 'footnote_api', api, explain),
      await checkLogin('WORKER_DATABASE_URL', 'footnote_worker', worker, explain),
    ]
    if (logins[1]?.state === 'problem') return logins
    const spaces = models.length > 0 ? [await checkSpaces(worker.db, models)] : []
    const standbys = await Promise.all(
      config.candidateUrls.map((url) => lookAtStandby(url, config, worker.db)),
    )
    return [
      ...logins,
      ...(await checkStoredSecrets(worker.db, config)),
      ...judgeJobs(await readDatabaseFacts(worker.db)),
      ...spaces,
      ...standbys,
    ]
  } finally {
    // Kysely closes only what it has used itself.
    await Promise.all([api.pool.end(), worker.pool.end()])
  }
}

async function lookAtStandby(
  url: string,
  { CANDIDATE_MAX_LAG_SECONDS: seconds }: Config,
  primary: Db,
): Promise<Finding> {
  const database = open(url, 'footnote_api')
  try {
    const standby = { name: new URL(url).host, database, maxLagMs: seconds * 1000 }
    return await checkStandby(primary, standby)
  } finally {
    await database.pool.end()
  }
}

const open = (url: string, role: DatabaseRole): OpenDatabase =>
  openDatabase({
    url,
    role,
    maxConnections: 2,
    statementTimeoutMs: TIMEOUT_MS,
    onIdleError: () => undefined,
  })
