/* oxlint-disable typescript/no-unsafe-type-assertion -- the table and the types of its functions are written from the same routes */
import type { Call, CallOptions, Connection } from '../transport/http.ts'
import { request } from '../transport/http.ts'
import { fillPath } from '../transport/path.ts'
import type { AdminCalls } from '../wire/admin-calls.ts'
import { ADMIN_OPERATIONS } from '../wire/admin-calls.ts'

type OperationName = keyof typeof ADMIN_OPERATIONS

/** A request of an operation, for what is not JSON: uploads and streams. */
export function getCall(
  name: OperationName,
  ids: readonly string[],
  sent: Pick<Call, 'query' | 'body' | 'bytes'> = {},
): Call {
  const [method, , template] = ADMIN_OPERATIONS[name]
  return { method, path: fillPath(`/api/v1/admin${template}`, ids), ...sent }
}

/** A function for each operation. It takes the ids in the path, then the body or the query, then options. */
export function adminCalls(connection: Connection): AdminCalls {
  const functions = Object.entries(ADMIN_OPERATIONS).map(([name, [, sends, template]]) => {
    const idCount = template.split('{').length - 1
    const call = (...given: unknown[]): Promise<unknown> => {
      const ids = given.slice(0, idCount) as string[]
      const [first, second] = given.slice(idCount)
      const sent = sends === '' ? {} : { [sends]: first }
      const options = (sends === '' ? first : second) as CallOptions | undefined
      return request(connection, getCall(name as OperationName, ids, sent), options)
    }
    return [name, call]
  })
  return Object.fromEntries(functions) as AdminCalls
}
