import { useEffect, useRef } from 'react'
import type { FromPreview, PreviewOptions, ToPreview } from '../../preview/protocol.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { answerPreview } from './answer-preview.ts'

type PreviewFrameProps = {
  options: PreviewOptions
  theme: 'light' | 'dark'
  widthPx: number | null
}

/** The real widget on a page that stands for the operator's, in a sandbox that reaches nothing. */
export function PreviewFrame({ options, theme, widthPx }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const isReady = useRef(false)
  const { knowledgeBaseId, workspaceId } = useScope()
  const shown = useRef<ToPreview>({ type: 'show', options, theme })
  shown.current = { type: 'show', options, theme }
  useEffect(() => {
    if (isReady.current) post(frame.current, shown.current)
  }, [options, theme])
  useEffect(() => {
    const open = new Map<number, AbortController>()
    const answer = answerPreview({ workspaceId, knowledgeBaseId })
    const onMessage = (event: MessageEvent<FromPreview>) => {
      // Its origin is opaque, so the window itself is compared.
      if (event.source !== frame.current?.contentWindow) return
      const message = event.data
      if (message.type === 'ready') {
        isReady.current = true
        post(frame.current, shown.current)
      } else if (message.type === 'abort') {
        open.get(message.id)?.abort()
      } else {
        const controller = new AbortController()
        open.set(message.id, controller)
        void answer(message, (reply) => post(frame.current, reply), controller.signal)
      }
    }
    window.addEventListener('message', onMessage)
    return () => {
      window.removeEventListener('message', onMessage)
      for (const controller of open.values()) controller.abort()
    }
  }, [workspaceId, knowledgeBaseId])
  return (
    <iframe
      ref={frame}
      src="/console/preview"
      title={t.widgets.previewTitle}
      sandbox="allow-scripts allow-forms"
      style={{ width: widthPx === null ? '100%' : `min(100%, ${widthPx}px)` }}
      className="mx-auto block h-[740px] rounded-card border border-line bg-surface"
    />
  )
}

const post = (frame: HTMLIFrameElement | null, message: ToPreview): void =>
  // The sandbox has an opaque origin, which no target can name. Nothing secret is sent.
  frame?.contentWindow?.postMessage(message, '*')
