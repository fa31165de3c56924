import { z } from 'zod'
import type { Api, PageReply } from '../api/api-client.ts'
import { readBatches } from '../api/read-pages.ts'

export const NAME = 'Confluence'

/** The API of one site, by paths below its address. */
export type Site = {
  /** The reply of a request that has to succeed. */
  read<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    signal: AbortSignal,
  ): Promise<z.infer<Schema>>
  /** null: it is not there, or must not be seen. */
  readIfThere<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    signal: AbortSignal,
  ): Promise<z.infer<Schema> | null>
  /** A page by itself, which may be gone or closed. */
  readPage(path: string, gone: string, signal: AbortSignal): Promise<PageReply<unknown>>
  /** All that a listing has, by its links to the next page. */
  follow<Item extends z.ZodType>(
    item: Item,
    first: string,
    signal: AbortSignal,
  ): AsyncGenerator<readonly z.infer<Item>[]>
}

/** 400: what stands for the number of a page is none. */
const NOT_THERE = [400, 404, 410]

export type SiteDeps = {
  readonly api: Api
  /** The address that paths are below. */
  readonly findBase: (signal: AbortSignal) => Promise<string>
}

export function createSite({ api, findBase }: SiteDeps): Site {
  const buildAddress = async (path: string, signal: AbortSignal) =>
    `${await findBase(signal)}${path}`
  const read: Site['read'] = async (schema, path, signal) =>
    api.read(schema, { url: await buildAddress(path, signal), signal })
  return {
    read,
    readPage: async (path, gone, signal) =>
      api.readPage(z.unknown(), { url: await buildAddress(path, signal), signal }, gone),
    async readIfThere(schema, path, signal) {
      const url = await buildAddress(path, signal)
      return api.readIfThere(schema, { url, signal }, NOT_THERE)
    },
    follow(item, first, signal) {
      const Batch = toListing(item)
      return readBatches(first, async (path) => {
        const { results, _links } = await read(Batch, path, signal)
        return { items: results, next: nextPath(_links?.next) }
      })
    },
  }
}

export const toListing = <Item extends z.ZodType>(item: Item) =>
  z.object({
    results: z.array(item),
    _links: z.object({ next: z.string().nullish() }).nullish(),
  })

/**
 * A reply gives the next page as its own server sees it: with or without the path of the site, and
 * without that of the gateway in front. Only the path of the API counts, which is below the same address.
 */
export function nextPath(next: string | null | undefined): string | null {
  if (next === null || next === undefined || next === '') return null
  const [path] = /(?:\/rest)?\/api\/.+$/.exec(next) ?? []
  if (path === undefined) throw new Error(`${NAME} does not say where its listing goes on.`)
  return path
}
