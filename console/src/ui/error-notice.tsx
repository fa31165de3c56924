import { FootnoteError } from '@footnote/client'
import { useEffect, useState } from 'react'
import { t } from '../texts.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** The service's own sentence, the code with its page, the request to quote, and a way on. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const known = error instanceof FootnoteError ? error : null
  // Anywhere else 401 opens the sign-in form. A wrong password is nobody's fault to look up.
  const isSignInRefused = known?.code === 'UNAUTHORIZED'
  // The message tells what is wrong with the first field.
  const others = known?.details.slice(1) ?? []
  const isUnknownCode = known === null || known.status === null
  return (
    <div
      role="alert"
      className="grid grid-cols-[18px_1fr] gap-2.5 rounded-card bg-danger-tint px-3.5 py-3 text-ink"
    >
      <span className="mt-px text-danger">
        <Icon name="warn" />
      </span>
      <div className="min-w-0">
        <p>{error instanceof Error ? error.message : t.common.unknownError}</p>
        {others.map(({ path, message }) => (
          <p key={path}>
            <code className="font-mono">{path}</code> {message}
          </p>
        ))}
        {known && !isSignInRefused && (
          <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-2">
            {isUnknownCode ? (
              <span>{known.code}</span>
            ) : (
              <a
                className="underline"
                href={`/docs/errors/${known.code}`}
                target="_blank"
                rel="noreferrer"
              >
                {known.code}
              </a>
            )}
            {known.requestId !== null && <span>{t.common.requestId(known.requestId)}</span>}
          </p>
        )}
        {onRetry && <RetryButton seconds={known?.retryAfterSeconds ?? 0} onRetry={onRetry} />}
      </div>
    </div>
  )
}

/** Counts down where the service said how long to wait. */
function RetryButton({ seconds, onRetry }: { seconds: number; onRetry: () => void }) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <Button className="mt-2" disabled={left > 0} onClick={onRetry}>
      {left > 0 ? t.common.retryIn(left) : t.common.retry}
    </Button>
  )
}
