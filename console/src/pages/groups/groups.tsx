import type { Group } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupsQuery } from '../../api/queries.ts'
import { EditablePage } from '../../session/editable-page.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatAge } from '../../ui/format.ts'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { DeleteGroup, EditGroup } from './group-dialogs.tsx'

type Open = { kind: 'create' } | { kind: 'change' | 'delete'; group: Group } | null

export function Groups() {
  const { knowledgeBaseId } = useScope()
  const query = useQuery(groupsQuery(knowledgeBaseId))
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const create = (
    <Button isChange kind="primary" onClick={() => setOpen({ kind: 'create' })}>
      {t.groups.create}
    </Button>
  )
  return (
    <EditablePage need="admin" title={t.groups.title} actions={create}>
      <Card isFlush>
        <QueryView query={query} lines={4}>
          {({ groups }) =>
            groups.length === 0 ? (
              <Empty title={t.groups.empty} reason={t.groups.emptyReason} action={create} />
            ) : (
              <Table label={t.groups.title}>
                <thead>
                  <tr>
                    <Th>{t.groups.name}</Th>
                    <Th className="hidden lg:table-cell">{t.groups.id}</Th>
                    <Th className="hidden sm:table-cell">{t.groups.created}</Th>
                    <Th>
                      <span className="sr-only">{t.palette.actions}</span>
                    </Th>
                  </tr>
                </thead>
                <tbody>
                  {groups.map((group) => (
                    <tr key={group.id}>
                      <Td>
                        <span className="font-[550]">{group.name}</span>
                        {group.signed_readers_only && (
                          <p className="text-xs text-ink-3">{t.groups.signedOnly}</p>
                        )}
                      </Td>
                      <Td className="hidden whitespace-nowrap lg:table-cell">
                        <code className="font-mono text-ink-2">{group.id}</code>
                      </Td>
                      <Td className="hidden whitespace-nowrap text-ink-3 sm:table-cell">
                        {formatAge(group.created_at)}
                      </Td>
                      <Td className="sm:w-px">
                        <div className="flex flex-wrap justify-end gap-2 sm:flex-nowrap">
                          <Button isChange onClick={() => setOpen({ kind: 'change', group })}>
                            {t.groups.change}
                          </Button>
                          <Button isChange onClick={() => setOpen({ kind: 'delete', group })}>
                            {t.groups.delete}
                          </Button>
                        </div>
                      </Td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            )
          }
        </QueryView>
      </Card>
      {open?.kind === 'create' && <EditGroup onClose={close} />}
      {open?.kind === 'change' && <EditGroup group={open.group} onClose={close} />}
      {open?.kind === 'delete' && (
        <DeleteGroup
          group={open.group}
          others={(query.data?.groups ?? []).filter(({ id }) => id !== open.group.id)}
          onClose={close}
        />
      )}
    </EditablePage>
  )
}
