import type { TracedMessage } from '@footnote/client/admin'
import { Link } from '@tanstack/react-router'
import { useScope } from '../shell/knowledge-base.ts'
import { t } from '../texts.ts'
import { formatDateTime } from '../ui/format.ts'
import { Pill } from '../ui/pill.tsx'

type VerifiedNoteProps = {
  trace: Pick<TracedMessage['trace'], 'verified_answer'>
  verifiedAt?: string | null
}

/** That the team wrote the answer; or which of its answers came nearest, and why that was not given. */
export function VerifiedNote({ trace, verifiedAt = null }: VerifiedNoteProps) {
  const params = useScope()
  const { verified_answer: nearest } = trace
  if (!nearest) return null
  const { id: open, question, given, reason, differing_words: words = [] } = nearest
  const link = (
    <Link
      to="/w/$workspaceId/kb/$knowledgeBaseId/verified-answers"
      params={params}
      search={{ open }}
      className="underline"
      dir="auto"
    >
      {question}
    </Link>
  )
  if (given) {
    return (
      <p className="text-sm text-ink-2">
        <Pill tone="ok">{t.verified.byTeam}</Pill>{' '}
        {verifiedAt !== null && `${formatDateTime(verifiedAt)} · `}
        {link}
      </p>
    )
  }
  return (
    <p className="text-xs text-ink-3">
      {t.verified.nearest} {link}. {t.verified.notGiven(reason ?? 'source', words.join(', '))}
    </p>
  )
}
