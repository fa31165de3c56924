import { FootnoteError } from '@footnote/client'
import type { DraftFrame, DraftInput } from '@footnote/client/admin'
import { useEffect, useRef, useState } from 'react'
import { admin, expireSession } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'

export type Draft = {
  readonly status: 'none' | 'running' | 'done' | 'stopped' | 'failed'
  /** What was written so far; once done, what the editor made of it. */
  readonly text: string
  readonly error: unknown
  /** The source group that it is written from; '': all. */
  readonly groupId: string
  readonly last: Extract<DraftFrame, { done: true }> | null
}

const NONE: Draft = { status: 'none', text: '', error: null, groupId: '', last: null }

/** A draft as it is written, and then as it is edited. It is stored only when it is saved. */
export function useDraft(gapId: string) {
  const { knowledgeBaseId } = useScope()
  const [draft, setDraft] = useState(NONE)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const update = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }))

  async function start(body: DraftInput): Promise<void> {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setDraft({ ...NONE, status: 'running', groupId: body.group_id ?? '' })
    // The title, and the sections that are complete; then what is being written.
    let whole = ''
    let more = ''
    try {
      const { signal } = controller
      for await (const frame of admin().gaps.draft(knowledgeBaseId, gapId, body, { signal })) {
        if ('error_code' in frame) {
          update({ status: 'failed', error: new Error(frame.error) })
        } else if (frame.done) {
          update({ status: 'done', text: frame.markdown, last: frame })
        } else {
          if ('section' in frame) {
            whole += `${frame.section.markdown}\n`
            more = ''
          } else if (whole === '') whole = frame.delta
          else more += frame.delta
          update({ text: whole + more })
        }
      }
    } catch (error) {
      if (running.current !== controller) return
      if (controller.signal.aborted) return update({ status: 'stopped' })
      if (error instanceof FootnoteError && error.status === 401) expireSession()
      update({ status: 'failed', error })
    }
  }

  return {
    draft,
    start,
    stop: () => running.current?.abort(),
    edit: (text: string) => update({ text }),
  }
}
