import type { Channel } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { channelsQuery } from '../../api/queries.ts'
import { EditablePage } from '../../session/editable-page.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { ChannelPill } from './channel-state.tsx'
import { CreateChannel } from './create-channel.tsx'
import { t } from './texts.ts'

export function Channels() {
  const { knowledgeBaseId } = useScope()
  const query = useQuery(channelsQuery(knowledgeBaseId))
  const [isCreating, setIsCreating] = useState(false)
  const create = (
    <Button isChange kind="primary" onClick={() => setIsCreating(true)}>
      {t.channels.create}
    </Button>
  )
  const isEmpty = query.data?.channels.length === 0
  return (
    <EditablePage need="admin" title={t.channels.title} actions={isEmpty ? null : create}>
      <p className="-mt-3 text-ink-2">{t.channels.lead}</p>
      <Card isFlush>
        <QueryView query={query} lines={3}>
          {({ channels }) =>
            channels.length === 0 ? (
              <Empty title={t.channels.empty} reason={t.channels.emptyReason} action={create} />
            ) : (
              <ChannelTable channels={channels} />
            )
          }
        </QueryView>
      </Card>
      {isCreating && <CreateChannel onClose={() => setIsCreating(false)} />}
    </EditablePage>
  )
}

function ChannelTable({ channels }: { channels: readonly Channel[] }) {
  const scope = useScope()
  return (
    <Table label={t.channels.title}>
      <thead>
        <tr>
          <Th>{t.channels.name}</Th>
          <Th className="hidden sm:table-cell">{t.channels.workspace}</Th>
          <Th isNumber>{t.channels.state}</Th>
        </tr>
      </thead>
      <tbody>
        {channels.map((channel) => (
          <tr key={channel.id}>
            <Td>
              <Link
                to="/w/$workspaceId/kb/$knowledgeBaseId/channels/$channelId"
                params={{ ...scope, channelId: channel.id }}
                className="font-[550] [overflow-wrap:anywhere] hover:underline"
              >
                {channel.name}
              </Link>
              <p className="text-xs text-ink-3">{t.products[channel.kind].name}</p>
            </Td>
            <Td className="hidden text-ink-2 sm:table-cell">
              {channel.connection?.team_name ?? ''}
            </Td>
            <Td isNumber>
              <ChannelPill channel={channel} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
