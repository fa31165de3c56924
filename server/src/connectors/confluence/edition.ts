import { z } from 'zod'

export type ContentKind = 'page' | 'blogpost'

export type Space = { readonly id: string; readonly key: string }

/** What a page is below: a page, a folder, or something else that is not read. */
export type Parent = { readonly type: string; readonly id: string }

/** What a listing says of a page. */
export type ListedContent = {
  readonly type: ContentKind
  readonly id: string
  readonly version: number
  readonly parent: Parent | null
  /** Whether it has a restriction of its own. null: the listing did not say. */
  readonly isRestricted: boolean | null
}

export type Above = { readonly parent: Parent | null }

export type AskRestrictions = {
  /** Whether it has a restriction of its own. */
  isRestricted(id: string): Promise<boolean>
  /** What it is below. null: that cannot be seen. */
  readParent(of: Parent): Promise<Above | null>
}

export type FetchedContent = {
  readonly status: string
  readonly title: string
  readonly storage: string
  readonly webui: string
  /** The site as readers know it. null: the reply does not say. */
  readonly base: string | null
  readonly createdAt: Date | null
}

/** What differs between Confluence Cloud and a Data Center. */
export type Edition = {
  /** Those of these keys that can be seen. No keys: all. */
  findSpaces(keys: readonly string[], signal: AbortSignal): Promise<Space[]>
  listContents(space: Space, signal: AbortSignal): AsyncIterable<readonly ListedContent[]>
  askRestrictions(signal: AbortSignal): AskRestrictions
  contentPath(type: ContentKind, id: string): string
  parseContent(json: unknown): FetchedContent
}

/** Some versions send numbers. */
export const Id = z.union([z.string(), z.int()]).transform(String)

/** An unusual one must not fail a page. */
export const Day = z.coerce.date().nullable().catch(null)

const Those = z.object({ results: z.array(z.unknown()) }).nullish()
const ReadRestriction = z.object({ restrictions: z.object({ user: Those, group: Those }) })

/** What a page says of its restrictions where these are asked for. */
export const WithRestrictions = z.object({
  id: Id,
  restrictions: z.object({ read: ReadRestriction.nullish() }).nullish(),
})
export const EXPAND_RESTRICTIONS =
  'restrictions.read.restrictions.user,restrictions.read.restrictions.group'

export function readRestriction({
  restrictions,
}: z.infer<typeof WithRestrictions>): boolean | null {
  return restrictions?.read ? isRestricting(restrictions.read) : null
}

const isRestricting = ({ restrictions }: z.infer<typeof ReadRestriction>): boolean =>
  [restrictions.user, restrictions.group].some((those) => (those?.results.length ?? 0) > 0)

export const restrictionPath = (id: string): string =>
  `/rest/api/content/${encodeURIComponent(id)}/restriction/byOperation/read`

export const parseRestriction = (json: unknown): boolean =>
  isRestricting(ReadRestriction.parse(json))
