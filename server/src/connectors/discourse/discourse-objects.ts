import { z } from 'zod'

/** As the API sends them, reduced to what is read. */
export const Category = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  parent_category_id: z.int().nullish(),
  /** Only some people may see it. */
  read_restricted: z.boolean().nullish(),
})
export type Category = z.infer<typeof Category>

export const Site = z.object({ categories: z.array(Category) })

/** Newer versions have objects. */
const Tag = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])

export const ListedTopic = z.object({
  id: z.int(),
  title: z.string(),
  posts_count: z.int(),
  bumped_at: z.string().nullish(),
  archetype: z.string(),
  /** false: unlisted, or hidden by a moderator. */
  visible: z.boolean().nullish(),
  category_id: z.int().nullish(),
  tags: z.array(Tag).nullish(),
  has_accepted_answer: z.boolean().nullish(),
})
export type ListedTopic = z.infer<typeof ListedTopic>

export const TopicList = z.object({
  topic_list: z.object({
    more_topics_url: z.string().nullish(),
    topics: z.array(ListedTopic),
  }),
})

export const Post = z.object({
  id: z.int(),
  post_number: z.int(),
  cooked: z.string(),
  hidden: z.boolean().nullish(),
  deleted_at: z.string().nullish(),
})
export type Post = z.infer<typeof Post>

/** Of an answer some versions send the whole post, and some only its number. */
const Accepted = z.object({ post_number: z.int() })

export const Topic = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string().nullish(),
  created_at: z.coerce.date().nullable().catch(null),
  archetype: z.string(),
  visible: z.boolean().nullish(),
  deleted_at: z.string().nullish(),
  category_id: z.int().nullish(),
  post_stream: z.object({ posts: z.array(Post) }),
  accepted_answers: z.array(Accepted).nullish(),
  accepted_answer: Accepted.nullish(),
})
export type Topic = z.infer<typeof Topic>
