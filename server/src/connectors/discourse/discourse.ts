import type { DiscourseSettings } from '@footnote/contract/admin/source-settings'
import type { Api } from '../api/api-client.ts'
import { describeReader } from '../api/api-client.ts'
import { htmlPage } from '../api/html-page.ts'
import { readBatches, takeOnce } from '../api/read-pages.ts'
import type { ApiConnector, FetchOutcome, FoundPage } from '../connector.ts'
import { SourceError } from '../connector.ts'
import type { Categories } from './categories.ts'
import { categoryPath, chooseCategories, withParents } from './categories.ts'
import type { Category, ListedTopic } from './discourse-objects.ts'
import { Post, Site, Topic, TopicList } from './discourse-objects.ts'

export type DiscourseDeps = { readonly api: Api; readonly signsIn: boolean }

const NO_ANSWER = 'It has no accepted answer.'
const RESTRICTED = 'Only some people may see its category in Discourse.'
const HIDDEN = 'It is hidden or unlisted.'
const GONE = 'The topic was deleted.'
/** How many categories are named; the others are counted. */
const MAX_NAMED = 5

/** Topics of a forum: the question and the accepted answers. */
export function createDiscourseConnector(
  settings: DiscourseSettings,
  { api, signsIn }: DiscourseDeps,
): ApiConnector {
  const forum = settings.url.replace(/[?#].*$/, '').replace(/\/*$/, '/')
  const who = describeReader(signsIn)

  const readCategories = async (signal: AbortSignal): Promise<Categories> => {
    const site = await api.read(Site, { url: `${forum}site.json`, signal })
    return new Map(site.categories.map((category) => [category.id, category]))
  }
  const listTopics = (path: string, signal: AbortSignal) =>
    readBatches('0', async (page) => {
      const url = `${forum}${path}?page=${page}`
      const { topic_list: list } = await api.read(TopicList, { url, signal })
      const isMore = typeof list.more_topics_url === 'string'
      return { items: list.topics, next: isMore ? String(Number(page) + 1) : null }
    })
  const isRestricted = (categories: Categories, id: number | null | undefined): boolean =>
    settings.restricted_categories === 'skip' &&
    withParents(categories, id).some(({ read_restricted }) => read_restricted === true)

  function whySkipped(categories: Categories, topic: ListedTopic): string | null {
    if (topic.archetype !== 'regular' || topic.visible === false) return HIDDEN
    if (isRestricted(categories, topic.category_id)) return RESTRICTED
    const isUnsolved = topic.has_accepted_answer !== true && settings.topics === 'solved'
    return isUnsolved ? NO_ANSWER : null
  }
  function toFound(categories: Categories, topic: ListedTopic): FoundPage {
    const { id, title, posts_count, bumped_at, has_accepted_answer, tags } = topic
    const reason = whySkipped(categories, topic)
    const state = [has_accepted_answer === true ? 'solved' : 'open', reason ?? 'shown']
    return {
      key: `topic:${id}`,
      version: [posts_count, bumped_at ?? '', ...state, title].join(' '),
      containers: [
        ...withParents(categories, topic.category_id).map(({ name }) => `category:${name}`),
        ...(tags ?? []).map((tag) => `tag:${tag}`),
      ],
      ...(reason === null ? {} : { listed: { kind: 'skipped', reason } }),
    }
  }
  const isWanted = ({ tags }: ListedTopic): boolean =>
    settings.tags.length === 0 || settings.tags.some((tag) => tags?.includes(tag) === true)

  /** The answers that the topic shows, or that have to be asked for. */
  async function readAnswers(topic: Topic, signal: AbortSignal): Promise<Post[]> {
    const { accepted_answers, accepted_answer, post_stream } = topic
    const one = accepted_answer ? [accepted_answer] : []
    const answers: Post[] = []
    for (const { post_number: number } of accepted_answers ?? one) {
      const shown = post_stream.posts.find(({ post_number }) => post_number === number)
      const url = `${forum}posts/by_number/${topic.id}/${number}.json`
      const post = shown ?? (await api.readIfThere(Post, { url, signal }, [403, 404]))
      if (post && isShown(post)) answers.push(post)
    }
    return answers
  }
  async function readTopic(topic: Topic, signal: AbortSignal): Promise<FetchOutcome> {
    const [question, ...replies] = topic.post_stream.posts
    if (!question || !isShown(question)) return skip(HIDDEN)
    const answers = await readAnswers(topic, signal)
    if (answers.length === 0 && settings.topics === 'solved') return skip(NO_ANSWER)
    const body = [
      question.cooked,
      ...(answers.length > 0 ? ['<h2>Answer</h2>', ...answers.map(({ cooked }) => cooked)] : []),
      ...(answers.length > 0 ? [] : replies.filter(isShown).map(({ cooked }) => cooked)),
    ]
    return {
      kind: 'fetched',
      found: [],
      page: {
        url: `${forum}t/${topic.slug ? `${encodeURIComponent(topic.slug)}/` : ''}${topic.id}`,
        title: topic.title,
        content: htmlPage(topic.title, body.join('')),
        contentType: 'text/html',
        publishedAt: topic.created_at,
        validators: null,
      },
    }
  }
  const choose = (categories: Categories): Category[] => chooseCategories(settings, categories, who)

  return {
    async *list(signal) {
      const once = takeOnce()
      const categories = await readCategories(signal)
      const chosen = choose(categories)
      const find = (topics: readonly ListedTopic[]) =>
        once(topics.filter(isWanted).map((topic) => toFound(categories, topic)))
      for (const category of chosen) {
        const path = categoryPath(categories, category)
        for await (const topics of listTopics(path, signal)) yield find(topics)
        // A topic that got a reply meanwhile has moved to the front, perhaps before it was listed.
        for await (const topics of listTopics(path, signal)) {
          const moved = find(topics)
          if (moved.length === 0) break
          yield moved
        }
      }
      // A category that is withdrawn while it is read looks like one whose topics were deleted.
      const left = await readCategories(signal)
      const withdrawn = chosen.filter(({ id }) => !left.has(id)).map(({ name }) => name)
      if (withdrawn.length > 0) {
        throw new SourceError(`Discourse no longer shows the category ${withdrawn.join(', ')}.`)
      }
    },
    async fetch({ key }, signal): Promise<FetchOutcome> {
      const url = `${forum}t/${key.replace(/^topic:/, '')}.json`
      const { data: topic, outcome } = await api.readPage(Topic, { url, signal }, GONE)
      if (outcome) return outcome
      if (topic.deleted_at) return { kind: 'gone', reason: GONE }
      if (topic.archetype !== 'regular' || topic.visible === false) return skip(HIDDEN)
      return readTopic(topic, signal)
    },
    async check(signal) {
      const categories = await readCategories(signal)
      const chosen = choose(categories)
      const [first] = chosen
      if (first) {
        for await (const _ of listTopics(categoryPath(categories, first), signal)) break
      }
      return chosen.length > MAX_NAMED
        ? `${chosen.length} categories`
        : `${chosen.length === 1 ? 'the category' : 'the categories'} ${chosen.map(({ name }) => name).join(', ')}`
    },
    async close() {},
  }
}

const isShown = ({ hidden, deleted_at }: Post): boolean => hidden !== true && !deleted_at

const skip = (reason: string): FetchOutcome => ({ kind: 'skipped', reason, found: [] })
