import { createAdminClient } from '@footnote/client/admin'
import { servedRoutes } from '@footnote/contract/routes'
import type { Route } from '@footnote/contract/route'

type Sent = { method: string; path: string }

/** The route that a call of the admin client goes to, such as `documents.bulk`. */
export async function getRoute(call: string): Promise<Route> {
  const { method, path } = await buildRequest(call)
  const route = servedRoutes.find(
    (each) => each.method === method.toLowerCase() && leadsTo(each, path),
  )
  if (!route) throw new Error(`${call} goes to ${method} ${path}, which is no route`)
  return route
}

/** Whether a path is one of the route's, whatever its parameters. */
export function leadsTo({ path }: Pick<Route, 'path'>, to: string): boolean {
  const parts = path.split('/')
  const given = to.split('/')
  return (
    parts.length === given.length &&
    parts.every((part, at) => part === given[at] || (part.startsWith('{') && given[at] !== ''))
  )
}

/** What the client would send. Nothing reads what it is given, so every argument is an id. */
function buildRequest(call: string): Promise<Sent> {
  const [area = '', name = ''] = call.split('.')
  return new Promise((resolve, reject) => {
    const client: object = createAdminClient({
      baseUrl: 'https://footnote.test',
      fetch: (url, init) => {
        const { method, url: address } = new Request(url, init)
        resolve({ method, path: new URL(address).pathname })
        return new Promise(() => {})
      },
    })
    const calls: unknown = Reflect.get(client, area)
    const run: unknown =
      typeof calls === 'object' && calls !== null ? Reflect.get(calls, name) : undefined
    if (typeof run !== 'function') return reject(new Error(`The client has no ${call}`))
    const result: unknown = Reflect.apply(run, undefined, Array(4).fill('an-id'))
    // A stream asks once somebody reads it.
    if (isStream(result)) void result.next()
  })
}

const isStream = (value: unknown): value is AsyncGenerator =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
