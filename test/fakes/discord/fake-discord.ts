import type { KeyObject } from 'node:crypto'
import type { FakeApi } from '../fake-api.ts'
import type { Command, DiscordMessage } from './discord-messages.ts'

export type AskInDiscord = {
  question: string
  channel?: string
  user?: string
  /** Fields of the interaction besides those. */
  more?: Record<string, unknown>
}

export type Interacted = {
  status: number
  /** What was responded at once. */
  response: { type: number; data?: { content: string; flags: number } } | null
}

export type DiscordChannel = {
  id: string
  name: string
  type: number
  parent_id?: string
  permission_overwrites?: { id: string; type: number; allow: string; deny: string }[]
}

/** Discord on loopback: its API, and the interactions that it sends. */
export type FakeDiscord = {
  readonly apiUrl: string
  readonly api: FakeApi
  readonly application: { id: string; name: string; botUser: string; publicKey: string }
  readonly privateKey: KeyObject
  botToken: string
  /** Where interactions go: what the app registers, or what a person enters in the portal. */
  endpoint: string
  readonly commands: Command[]
  readonly channels: DiscordChannel[]
  readonly messages: DiscordMessage[]
  /** Edits and posts a second with one token; more are answered with 429. */
  writesPerSecond: number
  /** Whether it reaches the addresses that it is given. */
  isReachable: boolean
  /** Whether the app may read the messages of channels. */
  canRead: boolean
  /** Between a response and what can be done with it. */
  deferMs: number
  ask(asked: AskInDiscord): Promise<Interacted & { interaction: string }>
  interactionOf(asked: AskInDiscord): { id: string }
  deliver(interaction: object): Promise<Interacted>
  press(message: DiscordMessage, vote: 'up' | 'down'): Promise<Interacted>
  repliesTo(interaction: string): DiscordMessage[]
  /** The time of an interaction is over. */
  expire(interaction: string): void
  close(): Promise<void>
}
