import type { Citation } from '@footnote/client'
import { FootnoteError } from '@footnote/client'
import type { PlaygroundFrame, PlaygroundInput } from '@footnote/client/admin'
import { useEffect, useRef, useState } from 'react'
import { admin, expireSession } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { markDone } from '../overview/setup-progress.ts'

/** How an answer came about. */
export type Trace = Extract<PlaygroundFrame, { done: true }>['trace']

export type Turn = {
  readonly id: number
  readonly question: string
  readonly text: string
  /** What was found, for the titles of passages that the answer does not cite. */
  readonly found: readonly Citation[]
  readonly citations: readonly Citation[]
  readonly status: 'running' | 'done' | 'stopped' | 'failed'
  readonly error: unknown
  readonly trace: Trace | null
  /** Of an answer of the team. */
  readonly verifiedAt: string | null
}

export type PlaygroundOptions = Omit<PlaygroundInput, 'query' | 'turns'>

/** Questions and answers of this visit. Nothing is stored: the conversation is sent along each time. */
export function usePlayground() {
  const { knowledgeBaseId } = useScope()
  const [turns, setTurns] = useState<readonly Turn[]>([])
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const update = (id: number, change: Partial<Turn>) =>
    setTurns((all) => all.map((turn) => (turn.id === id ? { ...turn, ...change } : turn)))

  async function ask(question: string, options: PlaygroundOptions): Promise<void> {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const id = turns.length
    const earlier = turns
      .filter(({ status, text }) => status === 'done' && text !== '')
      .map((turn) => ({ question: turn.question, answer: turn.text }))
    setTurns([...turns, { ...EMPTY_TURN, id, question }])
    const body = { ...options, query: question, turns: earlier.slice(-MAX_TURNS) }
    let text = ''
    try {
      const frames = admin().playground.ask(knowledgeBaseId, body, { signal: controller.signal })
      for await (const frame of frames) {
        if ('error_code' in frame) {
          update(id, { status: 'failed', error: new Error(frame.error) })
        } else if ('delta' in frame) {
          text += frame.delta
          update(id, { text })
        } else if (frame.done) {
          const { citations, trace, answer, verified_at: verifiedAt = null } = frame
          update(id, { status: 'done', text: answer ?? text, citations, trace, verifiedAt })
          markDone(knowledgeBaseId, 'asked')
        } else {
          update(id, { found: frame.citations, citations: frame.citations })
        }
      }
    } catch (error) {
      if (controller.signal.aborted) return update(id, { status: 'stopped' })
      if (error instanceof FootnoteError && error.status === 401) expireSession()
      update(id, { status: 'failed', error })
    }
  }

  return {
    turns,
    ask,
    stop: () => running.current?.abort(),
    startOver: () => {
      running.current?.abort()
      setTurns([])
    },
  }
}

/** As many as the API takes. */
const MAX_TURNS = 8

const EMPTY_TURN = {
  text: '',
  found: [],
  citations: [],
  status: 'running',
  error: null,
  trace: null,
  verifiedAt: null,
} as const
