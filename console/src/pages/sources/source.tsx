import type { Source } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { knowledgeBaseKey, sourceQuery } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { EditablePage } from '../../session/editable-page.tsx'
import { DetailView } from '../../shell/detail-view.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { ListLink } from '../../shell/list-link.tsx'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import type { FetchedSource } from './credential-card.tsx'
import { CredentialCard } from './credential-card.tsx'
import { FilesCard } from './files-card.tsx'
import { RulesCard } from './rules-card.tsx'
import { SourceSettings } from './source-settings.tsx'
import { SyncCard } from './sync-card.tsx'
import { SyncHistory } from './sync-history.tsx'
import { SyncPages } from './sync-pages.tsx'
import { isUnderWay } from './is-under-way.ts'
import { SourcePill } from './sync-state.tsx'
import { useLiveSync } from './use-live-sync.ts'
import { hasWebhook, WebhookCard } from './webhook-card.tsx'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/sources/$sourceId'

export function SourcePage() {
  const { knowledgeBaseId, sourceId } = useParams({ from: ROUTE })
  const query = useQuery(sourceQuery(knowledgeBaseId, sourceId))
  return (
    <DetailView query={query} lines={8} list="sources" title={t.sources.title}>
      {(source) => <SourceView source={source} />}
    </DetailView>
  )
}

function SourceView({ source }: { source: Source }) {
  const sync = useLiveSync(source)
  return (
    <EditablePage
      need="editor"
      title={source.name}
      above={<ListLink list="sources" title={t.sources.title} />}
      actions={
        <>
          <SourcePill source={sync ? { ...source, last_sync: sync } : source} />
          {source.type !== 'api' && <SyncButtons source={source} isSyncing={isUnderWay(sync)} />}
        </>
      }
    >
      {source.type === 'files' && <FilesCard source={source} />}
      {sync && <SyncCard source={source} sync={sync} />}
      {sync && <SyncPages sourceId={source.id} sync={sync} />}
      {source.type !== 'api' && (
        <div className="grid gap-4 xl:grid-cols-2">
          <SourceSettings key={source.id} source={source} />
          <div className="grid content-start gap-4">
            {source.settings && source.type !== 'files' && (
              <Connection source={{ ...source, settings: source.settings }} />
            )}
            <SyncHistory sourceId={source.id} />
          </div>
        </div>
      )}
      {source.type !== 'api' && <RulesCard key={source.id} source={source} />}
    </EditablePage>
  )
}

const Connection = ({ source }: { source: FetchedSource }) => (
  <>
    <CredentialCard source={source} />
    {hasWebhook(source) && <WebhookCard source={source} />}
  </>
)

function SyncButtons({ source, isSyncing }: { source: Source; isSyncing: boolean }) {
  const { knowledgeBaseId } = useScope()
  const refreshes = [knowledgeBaseKey(knowledgeBaseId, 'sources')]
  const start = useChange({
    run: () => admin().syncs.start(knowledgeBaseId, source.id),
    refreshes,
    said: t.sources.started,
  })
  const pause = useChange({
    run: () => admin().sources.change(knowledgeBaseId, source.id, { paused: !source.paused }),
    refreshes,
  })
  return (
    <>
      <Button isChange isBusy={pause.isPending} onClick={() => pause.mutate()}>
        {source.paused ? t.sources.resume : t.sources.pause}
      </Button>
      <Button
        isChange
        kind="primary"
        isBusy={start.isPending}
        disabled={isSyncing || source.last_sync?.state === 'held'}
        onClick={() => start.mutate()}
      >
        {t.sources.syncNow}
      </Button>
    </>
  )
}
