import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { knowledgeBaseKey, sourcesQuery, widgetsQuery } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { EditablePage } from '../../session/editable-page.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { fromLines, toLines } from '../../ui/lines.ts'
import { Pill } from '../../ui/pill.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { getMode } from './widget-draft.ts'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/widgets'

export function Widgets() {
  const scope = useScope()
  const query = useQuery(widgetsQuery(scope.knowledgeBaseId))
  const [isCreating, setIsCreating] = useState(false)
  const create = (
    <Button isChange kind="primary" onClick={() => setIsCreating(true)}>
      {t.widgets.create}
    </Button>
  )
  return (
    <EditablePage need="admin" title={t.widgets.title} actions={create}>
      <Card isFlush>
        <QueryView query={query} lines={4}>
          {({ widgets }) =>
            widgets.length === 0 ? (
              <Empty title={t.widgets.empty} reason={t.widgets.emptyReason} action={create} />
            ) : (
              <Table label={t.widgets.title}>
                <thead>
                  <tr>
                    <Th>{t.widgets.name}</Th>
                    <Th className="hidden sm:table-cell">{t.widgets.mode}</Th>
                    <Th className="hidden sm:table-cell">{t.widgets.origins}</Th>
                    <Th isNumber>{t.widgets.state}</Th>
                  </tr>
                </thead>
                <tbody>
                  {widgets.map((widget) => (
                    <tr key={widget.id}>
                      <Td>
                        <Link
                          to={`${ROUTE}/$widgetId`}
                          params={{ ...scope, widgetId: widget.id }}
                          className="font-[550] hover:underline"
                        >
                          {widget.name}
                        </Link>
                      </Td>
                      <Td className="hidden whitespace-nowrap sm:table-cell">
                        {t.widgets.modes[getMode(widget)]}
                      </Td>
                      <Td className="hidden text-ink-2 sm:table-cell">
                        <Origins origins={widget.allowed_origins} />
                      </Td>
                      <Td isNumber>
                        <Pill tone={widget.enabled ? 'ok' : 'neutral'}>
                          {widget.enabled ? t.widgets.on : t.widgets.off}
                        </Pill>
                      </Td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            )
          }
        </QueryView>
      </Card>
      {isCreating && <CreateWidget onClose={() => setIsCreating(false)} />}
    </EditablePage>
  )
}

const SHOWN_ORIGINS = 2

const Origins = ({ origins }: { origins: readonly string[] }) => {
  const more = origins.length - SHOWN_ORIGINS
  const shown = origins.slice(0, SHOWN_ORIGINS).join(', ') || t.widgets.noOrigins
  if (more <= 0) return shown
  return <span title={origins.join('\n')}>{t.widgets.moreOrigins(shown, more)}</span>
}

/** Its origins begin with those of the sites that are connected. */
function CreateWidget({ onClose }: { onClose: () => void }) {
  const scope = useScope()
  const navigate = useNavigate()
  const { data } = useQuery(sourcesQuery(scope.knowledgeBaseId))
  const sites = (data?.sources ?? []).flatMap(({ settings }) =>
    settings?.type === 'website' ? new URL(settings.url).origin : [],
  )
  const [name, setName] = useState('')
  const [origins, setOrigins] = useState<string | null>(null)
  const shown = origins ?? fromLines([...new Set(sites)])
  const create = useChange({
    run: () =>
      admin().widgets.create(scope.knowledgeBaseId, { name, allowed_origins: toLines(shown) }),
    refreshes: [knowledgeBaseKey(scope.knowledgeBaseId, 'widgets')],
    said: t.widgets.created,
    onDone: ({ id }) =>
      void navigate({
        to: `${ROUTE}/$widgetId`,
        params: { ...scope, widgetId: id },
        search: { created: true },
      }),
  })
  return (
    <FormDialog title={t.widgets.create} change={create} action={t.common.create} onClose={onClose}>
      <TextField
        label={t.widgets.name}
        required
        autoFocus
        maxLength={200}
        value={name}
        onValue={setName}
      />
      <TextArea
        label={t.widgets.origins}
        hint={t.widgets.originsHint}
        placeholder="https://docs.example.com"
        value={shown}
        onValue={setOrigins}
      />
    </FormDialog>
  )
}
