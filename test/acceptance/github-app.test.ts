import { expect } from 'vitest'
import type { FakeGitHubApp, GitHubPost } from '../fakes/github-app/github-app.ts'
import { createPost, signedFor, startFakeGitHubApp } from '../fakes/github-app/github-app.ts'
import { acceptance } from '../support/acceptance.ts'
import { connectGitHub } from '../support/channels/github-channel.ts'
import { CHANNEL_ENV } from '../support/channels/slack-channel.ts'
import { tablesWith } from '../support/channels/tables-with.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { readRows } from '../support/store/services.ts'

const { test, verifies } = acceptance(CHANNEL_ENV)

/** The pages are about the one and not about the other. */
test.beforeAll(({ embeddings }) => {
  embeddings.place('zebra', [0, 1])
  embeddings.place('rotate', [1])
})

const SOON = { timeout: 120_000, interval: 100 }
const QUESTION = { title: 'How do I rotate a key?' }
/** Nothing in the pages is about it. */
const UNCOVERED = { title: 'Zebra migration in the Serengeti', body: 'When does a zebra cross?' }

const KEYS = {
  url: 'https://docs.acme.example/keys',
  title: 'Keys',
  content: '# Keys\n\nTo rotate a key, open the settings and press Rotate.',
}

const begin = async () => {
  const github = await startFakeGitHubApp()
  return { github, [Symbol.asyncDispose]: () => github.close() }
}

const statesOf = async (database: TestDatabase, knowledgeBaseId: string) =>
  (
    await readRows<{ state: string }>(
      database,
      `select state from channel_events where knowledge_base_id = '${knowledgeBaseId}'
       order by created_at`,
    )
  ).map(({ state }) => state)

async function answered(github: FakeGitHubApp, post: GitHubPost, count = 1): Promise<void> {
  await expect.poll(() => github.answersTo(post).length, SOON).toBe(count)
}

verifies(
  'channels.unasked',
  'a new issue or discussion is answered once where it is covered, and in silence passed over where not',
  async ({ service, knowledge, database }) => {
    const { knowledgeBaseId } = knowledge
    await using started = await begin()
    const { github } = started
    await putPages(service, knowledgeBaseId, [KEYS])
    const channel = await connectGitHub(service, knowledgeBaseId, github, { unasked: 'answer' })
    expect(channel).toMatchObject({
      connection: { app: String(github.app.id), bot_name: github.app.slug },
      problem: null,
    })
    expect(channel.setup_url).toBe(`https://github.com/apps/${github.app.slug}/installations/new`)
    expect(github.hook.url).toBe(channel.request_url)

    const issue = await github.open(QUESTION)
    expect(await github.deliver('issues', github.eventOf(issue, 'opened'), 2)).toEqual([
      200, 200, 200,
    ])
    const discussion = await github.open({ ...QUESTION, kind: 'discussion' })
    for (const post of [issue, discussion]) {
      await answered(github, post)
      const [answer = ''] = github.answersTo(post)
      expect(answer).toContain('press Rotate')
      expect(answer).toContain('[[1]](https://docs.acme.example/keys')
      expect(answer).toContain('Written by a program from the documentation.')
    }
    // Somebody goes on, in a discussion under the comment that asks.
    for (const post of [issue, discussion]) {
      await github.comment(post, `@${github.app.slug} and how do I rotate a key again?`)
      await answered(github, post, 2)
    }
    expect(discussion.comments.at(-1)?.under).toBe(discussion.comments.at(-2)?.nodeId)
    const { messages } = await service.admin.messages.list(knowledgeBaseId)
    expect(messages).toHaveLength(4)
    expect(new Set(messages.map(({ thread_id: id }) => id)).size).toBe(2)
    expect(messages.every(({ asker, source }) => asker === 'ada' && source === 'bot')).toBe(true)

    const silent = await github.open(UNCOVERED)
    await expect
      .poll(() => statesOf(database, knowledgeBaseId), SOON)
      .toEqual(Array(5).fill('answered'))
    expect(github.answersTo(silent)).toEqual([])
    // Whoever asks is told.
    await github.comment(silent, `@${github.app.slug} when does a zebra cross the Mara?`)
    await answered(github, silent)
    await service.admin.channels.change(knowledgeBaseId, channel.id, { say_not_covered: true })
    const said = await github.open(UNCOVERED)
    await answered(github, said)

    // Nobody asked any of these.
    const asked = (await statesOf(database, knowledgeBaseId)).length
    const bot = { login: 'dependabot[bot]', type: 'Bot' } as const
    await github.open({ ...QUESTION, author: bot })
    await github.comment(issue, 'Thank you!')
    const self = { login: `${github.app.slug}[bot]`, type: 'Bot' } as const
    const own = issue.comments.length
    await github.comment(issue, `@${github.app.slug} why?`, self)
    await github.deliver('ping', { zen: 'Keep it logically awesome.' })
    await service.admin.channels.change(knowledgeBaseId, channel.id, { places: ['acme/internal'] })
    const elsewhere = await github.open(QUESTION)
    await service.admin.channels.change(knowledgeBaseId, channel.id, {
      places: [],
      unasked: 'ignore',
    })
    const ignored = await github.open(QUESTION)
    expect(await statesOf(database, knowledgeBaseId)).toHaveLength(asked)
    expect(issue.comments).toHaveLength(own + 1)
    for (const post of [elsewhere, ignored]) expect(github.answersTo(post)).toEqual([])
  },
)

verifies(
  'channels.unasked',
  'a proposed answer is a label until somebody approves it, and then told as it was stored',
  async ({ service, knowledge, database }) => {
    const { knowledgeBaseId } = knowledge
    await using started = await begin()
    const { github } = started
    await putPages(service, knowledgeBaseId, [KEYS])
    await connectGitHub(service, knowledgeBaseId, github)
    const posts = [
      await github.open(QUESTION),
      await github.open({ ...QUESTION, kind: 'discussion' }),
    ]
    const silent = await github.open(UNCOVERED)
    await expect
      .poll(() => statesOf(database, knowledgeBaseId), SOON)
      .toEqual(['answered', 'answered', 'answered'])
    for (const post of posts) {
      expect(post.labels).toEqual(['answer proposed'])
      expect(github.answersTo(post)).toEqual([])
    }
    expect(silent.labels).toEqual([])
    const { messages } = await service.admin.messages.list(knowledgeBaseId)
    expect(messages).toHaveLength(3)

    // What was approved is told, also when the page says something else by now.
    await putPages(service, knowledgeBaseId, [
      { ...KEYS, content: '# Keys\n\nTo rotate a key, open the settings and press Replace.' },
    ])
    const bot = { login: 'labeler[bot]', type: 'Bot' } as const
    for (const post of posts) {
      await github.label(post, 'answer approved', bot)
      await github.label(post, 'answer approved')
      await github.label(post, 'answer approved')
      await answered(github, post)
      expect(github.answersTo(post)[0]).toContain('press Rotate')
    }
    await expect
      .poll(() => statesOf(database, knowledgeBaseId), SOON)
      .toEqual(Array(5).fill('answered'))
    for (const post of posts) expect(github.answersTo(post)).toHaveLength(1)
    expect((await service.admin.messages.list(knowledgeBaseId)).messages).toHaveLength(3)
  },
)

verifies(
  'channels.signature',
  'a call of GitHub that is forged, changed or for another app is refused',
  async ({ service, knowledge, database }) => {
    const { knowledgeBaseId } = knowledge
    await using started = await begin()
    const { github } = started
    const other = await startFakeGitHubApp(2)
    await using _ = { [Symbol.asyncDispose]: () => other.close() }
    await connectGitHub(service, knowledgeBaseId, github)
    const foreign = await createKnowledge(service, 'Other docs')
    await connectGitHub(service, foreign.knowledgeBaseId, other)
    const post = createPost({ ...QUESTION, number: 99 })
    const body = JSON.stringify(github.eventOf(post, 'opened'))
    const about = {
      'x-github-event': 'issues',
      'x-github-hook-installation-target-id': String(github.app.id),
    }
    const good = signedFor(github.hook.secret, body)
    const attempts: [string, string, string, Record<string, string>][] = [
      ['no signature', github.hook.url, body, about],
      ['another secret', github.hook.url, body, { ...about, ...signedFor('another', body) }],
      [
        'the secret of another app',
        github.hook.url,
        body,
        { ...about, ...signedFor(other.hook.secret, body) },
      ],
      ['a changed body', github.hook.url, body.replace('rotate', 'delete'), { ...about, ...good }],
      [
        'another app',
        github.hook.url,
        body,
        { ...about, ...good, 'x-github-hook-installation-target-id': String(other.app.id) },
      ],
      ['no app', github.hook.url, body, { 'x-github-event': 'issues', ...good }],
      ['another channel', other.hook.url, body, { ...about, ...good }],
    ]
    for (const [name, url, sent, headers] of attempts) {
      const response = await fetch(url, { method: 'POST', body: sent, headers })
      expect(response.status, name).toBe(401)
      await response.body?.cancel()
    }
    expect(await statesOf(database, knowledgeBaseId)).toEqual([])
    expect(await statesOf(database, foreign.knowledgeBaseId)).toEqual([])
  },
)

verifies(
  'channels.groups',
  'what is for signed readers is not told in a public repository',
  async ({ service, knowledge }) => {
    const { knowledgeBaseId } = knowledge
    const { id } = await service.admin.groups.create(knowledgeBaseId, {
      name: 'Gold',
      signed_readers_only: true,
    })
    await putPages(service, knowledgeBaseId, [{ ...KEYS, group_id: id }])
    await using started = await begin()
    const { github } = started
    await connectGitHub(service, knowledgeBaseId, github, { unasked: 'answer', group_ids: [id] })
    const mention = { body: `@${github.app.slug}` }
    const open = await github.open({ ...QUESTION, ...mention })
    const closed = await github.open({ ...QUESTION, ...mention, repository: 'acme/internal' })
    for (const post of [open, closed]) await answered(github, post)
    expect(github.answersTo(closed)[0]).toContain('press Rotate')
    expect(github.answersTo(open)[0]).not.toContain('press Rotate')
  },
)

test('GitHub’s limits and faults are waited for, a lost comment is found, and refusals are shown', async ({
  service,
  knowledge,
  database,
}) => {
  const { knowledgeBaseId } = knowledge
  const { channels } = service.admin
  await using started = await begin()
  const { github } = started
  await putPages(service, knowledgeBaseId, [KEYS])
  const { id } = await connectGitHub(service, knowledgeBaseId, github, { unasked: 'answer' })
  const problem = async () => (await channels.list(knowledgeBaseId)).channels[0]?.problem?.message

  github.commentsPerMinute = 0
  const slow = await github.open(QUESTION)
  await expect.poll(problem, SOON).toContain('GitHub asks to wait')
  github.commentsPerMinute = Number.POSITIVE_INFINITY
  await answered(github, slow)
  await expect.poll(problem, SOON).toBeUndefined()

  // GitHub takes the comment, and its reply is lost: it is not posted again.
  const lost: GitHubPost[] = []
  let isCut = true
  github.api.hinder = async ({ method, url, body }) => {
    if (!isCut || method !== 'POST' || !url.pathname.endsWith('/comments')) return null
    isCut = false
    const post = lost[0]!
    const said: string = JSON.parse(body.toString()).body
    const nodeId = 'IC_lost'
    post.comments.push({ id: 1, nodeId, body: said, author: 'acme[bot]', under: null })
    return { status: 502 }
  }
  const post = await github.open({ ...QUESTION, title: 'How do I rotate a key, then?' })
  lost.push(post)
  await expect
    .poll(() => statesOf(database, knowledgeBaseId), SOON)
    .toEqual(['answered', 'answered'])
  expect(github.answersTo(post)).toHaveLength(1)

  expect(await channels.places(knowledgeBaseId, id)).toEqual({
    places: [
      { place: 'acme/docs', name: 'acme/docs', is_member: true, is_private: false },
      { place: 'acme/internal', name: 'acme/internal', is_member: true, is_private: true },
    ],
  })
  github.hook = { url: github.hook.url, secret: 'changed by somebody' }
  expect(await channels.test(knowledgeBaseId, id)).toEqual({ ok: true, problem: null })
  await answered(github, await github.open(QUESTION))
  const removed = { action: 'deleted', installation: { account: { login: 'acme' } } }
  await github.deliver('installation', removed)
  expect(await problem()).toBe('The app was removed from acme in GitHub.')
  github.permissions = { metadata: 'read' }
  expect((await channels.test(knowledgeBaseId, id)).problem).toContain('neither issues nor')
  const stranger = await startFakeGitHubApp(1)
  await stranger.close()
  await expect(
    channels.connect(knowledgeBaseId, id, {
      kind: 'github',
      app_id: String(github.app.id),
      private_key: stranger.app.privateKey,
      api_url: github.apiUrl,
    }),
  ).rejects.toThrow('GitHub does not know the app')
})

test('under Zero data retention nothing of an issue is kept', async ({
  service,
  knowledge,
  database,
}) => {
  const { knowledgeBaseId, workspaceId } = knowledge
  await using started = await begin()
  const { github } = started
  await service.admin.workspaces.change(workspaceId, { retention: 'zero' })
  await putPages(service, knowledgeBaseId, [KEYS])
  await connectGitHub(service, knowledgeBaseId, github)
  const post = await github.open({
    title: 'Rotate a key, how do I do that?',
    author: { login: 'quillfeather', type: 'User' },
  })
  await expect.poll(() => statesOf(database, knowledgeBaseId), SOON).toEqual(['answered'])
  // There is nothing to read before it is approved, so it is asked then.
  expect(post.labels).toEqual(['answer proposed'])
  await github.label(post, 'answer approved')
  await answered(github, post)
  await expect
    .poll(() => statesOf(database, knowledgeBaseId), SOON)
    .toEqual(['answered', 'answered'])
  expect(await tablesWith(database, 'quillfeather', 'rotate a key, how do i')).toEqual([])
})
