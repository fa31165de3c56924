import type { FakeApi } from '../fake-api.ts'

export type GitHubPost = {
  kind: 'issue' | 'discussion'
  repository: string
  number: number
  title: string
  body: string
  author: { login: string; type: 'User' | 'Bot' }
  labels: string[]
  comments: GitHubComment[]
}
export type GitHubComment = {
  id: number
  nodeId: string
  body: string
  author: string
  under: string | null
}

export type Opened = Partial<Pick<GitHubPost, 'kind' | 'repository' | 'body' | 'author'>> & {
  title: string
}

/** GitHub on loopback, with an app that is installed in two repositories, and the events that it sends. */
export type FakeGitHubApp = {
  readonly apiUrl: string
  readonly api: FakeApi
  readonly app: { id: number; slug: string; privateKey: string }
  readonly posts: GitHubPost[]
  /** As the app sets them. */
  hook: { url: string; secret: string }
  permissions: Record<string, string>
  /** Comments a minute; more are answered as GitHub's secondary limit does. */
  commentsPerMinute: number
  open(opened: Opened): Promise<GitHubPost>
  /** As a person does. Also in the thread of a comment of a discussion. */
  comment(post: GitHubPost, body: string, author?: GitHubPost['author']): Promise<number>
  label(post: GitHubPost, name: string, sender?: GitHubPost['author']): Promise<number>
  /** The event of a post, as GitHub sends it. */
  eventOf(post: GitHubPost, action: string, more?: object): object
  /** Sends an event signed, and again as often as somebody presses “Redeliver”. */
  deliver(name: string, event: object, again?: number): Promise<number[]>
  answersTo(post: GitHubPost): string[]
  close(): Promise<void>
}
