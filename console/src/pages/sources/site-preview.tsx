import type { SourceCredentialInput, SourcePreview } from '@footnote/client/admin'
import { useMutation } from '@tanstack/react-query'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Pill } from '../../ui/pill.tsx'

/** A site of many slow pages takes longer than other calls. */
const TIMEOUT_MS = 60_000

type Props = { url: string; render: boolean; credential: SourceCredentialInput | null }

/** What a sync of the site would find, before anything is stored. */
export function SitePreview({ url, render, credential }: Props) {
  const { knowledgeBaseId } = useScope()
  const look = useMutation({
    mutationFn: () =>
      admin().sources.preview(
        knowledgeBaseId,
        { settings: { type: 'website', url, render }, ...(credential ? { credential } : {}) },
        { timeoutMs: TIMEOUT_MS },
      ),
  })
  return (
    <div className="flex flex-col items-start gap-2">
      <Button isBusy={look.isPending} disabled={!URL.canParse(url)} onClick={() => look.mutate()}>
        {look.isPending ? t.sources.form.looking : t.sources.form.look}
      </Button>
      {look.isError && <ErrorNotice error={look.error} />}
      <div role="status" className="w-full">
        {look.data && <Found preview={look.data} />}
      </div>
    </div>
  )
}

function Found({ preview }: { preview: SourcePreview }) {
  const { reachable, estimated_pages, sitemap, sample, warnings } = preview
  const form = t.sources.form
  return (
    <div className="rounded-card bg-sunken px-3.5 py-3">
      <p className="font-semibold">{reachable ? form.about(estimated_pages) : form.unreachable}</p>
      {reachable && (
        <p className="text-xs text-ink-2">
          {sitemap === null ? form.noSitemap : form.sitemap(sitemap)}
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="mt-1 text-warn">
          {warning}
        </p>
      ))}
      <ul className="mt-2 flex flex-col gap-1">
        {sample.map((page) => (
          <li key={page.url} className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 truncate" title={page.url}>
              {page.title ?? page.url}
            </span>
            <Pill tone={page.state === 'readable' ? 'ok' : 'warn'}>
              {page.passages === null
                ? form.previewStates[page.state]
                : form.passages(page.passages)}
            </Pill>
          </li>
        ))}
      </ul>
    </div>
  )
}
