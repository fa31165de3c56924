import { readFile } from 'node:fs/promises'
import { buildOpenapi } from '../server/src/http/reference/openapi/openapi.ts'
import { shareResponses } from '../server/src/http/reference/openapi/shared-responses.ts'
import { servedRoutes } from '@footnote/contract/routes'
import { z } from 'zod'
import { clientCalls } from './lib/client-calls.ts'
import { clientTypes } from './lib/client-types.ts'
import { pythonTypes } from './lib/python-types.ts'
import { writeOrCheck } from './lib/write-or-check.ts'

const PACKAGE_FILE = new URL('../package.json', import.meta.url)

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile(PACKAGE_FILE, 'utf8')))
const document = buildOpenapi(servedRoutes, { version, transports: true })
const types = clientTypes(document)

/** Everything that is written from the contract. */
const wanted = {
  'docs/reference/openapi.json': `${JSON.stringify(shareResponses(document), null, 2)}\n`,
  'sdk/src/wire/public.ts': types.reader,
  'sdk/src/wire/admin.ts': types.admin,
  'sdk/src/wire/admin-calls.ts': clientCalls(document),
  'python/footnote_client/wire.py': pythonTypes(document),
}

for (const [path, text] of Object.entries(wanted)) {
  await writeOrCheck(path, text, 'npm run openapi')
}
