import type { Document } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { documentQuery } from '../../api/queries.ts'
import { Changes } from '../../session/changes.tsx'
import { DetailView } from '../../shell/detail-view.tsx'
import { ListLink } from '../../shell/list-link.tsx'
import { t } from './texts.ts'
import { Card } from '../../ui/card.tsx'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { Citations } from './citations.tsx'
import { DocumentAccess } from './document-access.tsx'
import { DocumentLabels } from './document-labels.tsx'
import { PageText } from './page-text.tsx'
import { Passages } from './passages.tsx'
import { WhyNotFound } from './why-not-found.tsx'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/pages/$documentId'

export function DocumentPage() {
  const { knowledgeBaseId, documentId } = useParams({ from: ROUTE })
  const query = useQuery(documentQuery(knowledgeBaseId, documentId))
  return (
    <DetailView query={query} lines={10} list="pages" title={t.pages.title}>
      {(document) => <DocumentView document={document} />}
    </DetailView>
  )
}

function DocumentView({ document }: { document: Document }) {
  const { q = '' } = useSearch({ from: ROUTE })
  return (
    <Page title={document.title} above={<ListLink list="pages" title={t.pages.title} />}>
      <p className="-mt-3 text-ink-2">
        <a
          href={document.url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 underline"
        >
          {document.url}
          <Icon name="open" size={14} />
        </a>
      </p>
      {document.state_reason !== null && (
        <p className="rounded-card bg-danger-tint px-4 py-3">{document.state_reason}</p>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2 xl:grid-cols-3">
        <div className="grid gap-4">
          <Facts document={document} />
          <Citations documentId={document.id} />
        </div>
        <Changes need="editor">
          <DocumentAccess key={document.id} document={document} />
          <DocumentLabels key={`${document.id} labels`} document={document} />
        </Changes>
      </div>
      <Card title={t.why.title}>
        <WhyNotFound documentId={document.id} question={q} />
      </Card>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <PageText documentId={document.id} />
        <Passages documentId={document.id} />
      </div>
    </Page>
  )
}

const Facts = ({ document }: { document: Document }) => (
  <Card title={t.common.details}>
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
      <dt className="text-ink-3">{t.pages.state}</dt>
      <dd>{t.pages.states[document.state]}</dd>
      <dt className="text-ink-3">{t.pages.passages}</dt>
      <dd className="tabular-nums">{formatNumber(document.passages)}</dd>
      <dt className="text-ink-3">{t.pages.indexedAt}</dt>
      <dd>{document.indexed_at === null ? t.common.never : formatDateTime(document.indexed_at)}</dd>
      <dt className="text-ink-3">{t.pages.updated}</dt>
      <dd>{formatDateTime(document.updated_at)}</dd>
    </dl>
  </Card>
)
