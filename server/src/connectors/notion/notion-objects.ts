import { z } from 'zod'

/** As the API sends them, reduced to what is read. */
export const RichText = z.array(z.object({ plain_text: z.string() }))

export const PropertyValue = z.looseObject({ type: z.string() })
export type PropertyValue = z.infer<typeof PropertyValue>

/** What it is in: of other kinds, such as a block, it is not known what that is in. */
const Parent = z.object({ page_id: z.string().nullish(), data_source_id: z.string().nullish() })

/** A page that the connection may list but not read has an id only. */
export const ListedObject = z.object({
  object: z.string(),
  id: z.string(),
  last_edited_time: z.iso.datetime().nullish(),
  in_trash: z.boolean().nullish(),
  is_archived: z.boolean().nullish(),
  title: RichText.nullish(),
  parent: Parent.nullish(),
  /** Of a data source: what its database is in. */
  database_parent: Parent.nullish(),
  properties: z.record(z.string(), z.unknown()).nullish(),
})
export type ListedObject = z.infer<typeof ListedObject>

export const Listing = z.object({
  results: z.array(ListedObject),
  next_cursor: z.string().nullable(),
  has_more: z.boolean(),
  request_status: z.object({ type: z.string() }).nullish(),
})
export type Listing = z.infer<typeof Listing>

export const Page = z.object({
  id: z.string(),
  created_time: z.iso.datetime(),
  in_trash: z.boolean().nullish(),
  is_archived: z.boolean().nullish(),
  url: z.string(),
  public_url: z.string().nullish(),
  properties: z.record(z.string(), PropertyValue),
})
export type Page = z.infer<typeof Page>

export const PageMarkdown = z.object({
  markdown: z.string(),
  truncated: z.boolean(),
  unknown_block_ids: z.array(z.string()),
})

/** What a block of any type has of what can be shown. */
const BlockContent = z.object({
  url: z.string().nullish(),
  caption: RichText.nullish(),
  rich_text: RichText.nullish(),
  title: z.string().nullish(),
  page_id: z.string().nullish(),
  database_id: z.string().nullish(),
})
export type BlockContent = z.infer<typeof BlockContent>

export const SingleBlock = z
  .looseObject({ type: z.string() })
  .transform((block) => BlockContent.safeParse(block[block.type]).data ?? {})

export const Me = z.object({ name: z.string().nullish() })

export const plainText = (parts: z.infer<typeof RichText> | null | undefined): string =>
  (parts ?? []).map(({ plain_text }) => plain_text).join('')

/** Of a page, the property that is its title; of a data source, its name. */
export function titleIn({ properties, title }: Pick<ListedObject, 'properties' | 'title'>): string {
  for (const property of Object.values(properties ?? {})) {
    const parsed = TitleProperty.safeParse(property)
    if (parsed.success) return plainText(parsed.data.title)
  }
  return plainText(title)
}

const TitleProperty = z.object({ type: z.literal('title'), title: RichText })
