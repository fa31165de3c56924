export type FakeCategory = {
  id: number
  name: string
  slug: string
  parent_category_id?: number
  read_restricted?: boolean
}

export type FakeReply = { cooked: string; hidden?: boolean; isAccepted?: boolean }

export type FakeTopic = {
  id: number
  title: string
  cooked: string
  bumped_at: string
  category_id: number
  tags?: string[]
  replies?: FakeReply[]
  archetype?: string
  visible?: boolean
  /** Of the first post. */
  hidden?: boolean
  slug?: string
}

/** As older or newer versions send it. */
export type Wire = {
  readonly isOld: boolean
  readonly hasTagObjects: boolean
  readonly postsShown: number
}

export function listedToWire(topic: FakeTopic, { hasTagObjects }: Wire): object {
  const { id, title, bumped_at, category_id, tags = [], replies = [] } = topic
  return {
    id,
    title,
    slug: topic.slug ?? slugOf(title),
    posts_count: replies.length + 1,
    highest_post_number: replies.length + 1,
    created_at: '2026-05-01T08:00:00.000Z',
    last_posted_at: bumped_at,
    bumped_at,
    archetype: topic.archetype ?? 'regular',
    visible: topic.visible ?? true,
    closed: false,
    category_id,
    tags: hasTagObjects ? tags.map((name) => ({ id: 1, name, slug: name })) : tags,
    has_accepted_answer: replies.some(({ isAccepted }) => isAccepted),
  }
}

export function topicToWire(topic: FakeTopic, wire: Wire): object {
  const posts = postsToWire(topic)
  const accepted = posts.filter((_, index) => topic.replies?.[index - 1]?.isAccepted)
  const [{ post_number } = { post_number: 0 }] = accepted
  return {
    ...listedToWire(topic, wire),
    deleted_at: null,
    post_stream: {
      posts: posts.slice(0, wire.postsShown),
      stream: posts.map(({ id }) => id),
    },
    ...(wire.isOld
      ? accepted.length === 0
        ? {}
        : { accepted_answer: { post_number, username: 'ada' } }
      : { accepted_answers: accepted }),
  }
}

const slugOf = (title: string): string => title.toLowerCase().replaceAll(/\W+/g, '-')

export const categoryToWire = ({ read_restricted = false, ...category }: FakeCategory): object => ({
  color: '0088CC',
  topic_count: 3,
  read_restricted,
  ...category,
})

export function postsToWire({ id, cooked, hidden = false, replies = [] }: FakeTopic) {
  const posts: FakeReply[] = [{ cooked, hidden }, ...replies]
  return posts.map((post, index) => ({
    id: id * 100 + index,
    post_number: index + 1,
    cooked: post.cooked,
    updated_at: '2026-05-01T08:00:00.000Z',
    version: 1,
    hidden: post.hidden === true,
    deleted_at: null,
  }))
}
