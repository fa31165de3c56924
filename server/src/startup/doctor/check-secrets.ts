import type { Config } from '../../config/config.ts'
import type { Db } from '../../platform/database/db.ts'
import { computeFingerprint, readFingerprint } from '../../platform/secret-fingerprints.ts'
import { checkedSecrets, describeChanged, SECRETS_KEY_MISSING } from '../check-secrets.ts'
import { isSecretSealed } from '../../rotation/stored-secrets.ts'
import type { Finding } from './finding.ts'
import { ok, problem, problemFrom, warning } from './finding.ts'

/** As at a start, but nothing is recorded. */
export async function checkStoredSecrets(workerDb: Db, config: Config): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, current, previous, effect, isInUse } of checkedSecrets(workerDb, config)) {
    const recorded = await readFingerprint(workerDb, name)
    if (recorded === null || recorded.equals(computeFingerprint(name, current))) {
      findings.push(ok(name, 'The database was written with this value.'))
    } else if (previous !== null && recorded.equals(computeFingerprint(name, previous))) {
      findings.push(warning(name, 'It is being rotated.', 'Finish with: footnote secrets rotate'))
    } else if (await isInUse()) {
      findings.push(problemFrom(name, describeChanged(name, effect), ''))
    } else {
      findings.push(ok(name, 'Nothing is stored under another value.'))
    }
  }
  if (config.SECRETS_KEY === undefined && (await isSecretSealed(workerDb))) {
    findings.push(
      problem(
        'SECRETS_KEY',
        SECRETS_KEY_MISSING,
        'Set SECRETS_KEY to the value it had. If it is lost: footnote secrets rotate --accept-loss',
      ),
    )
  }
  return findings
}
