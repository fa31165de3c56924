import type { System as SystemState } from '@footnote/client/admin'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { systemQuery } from '../../api/workspace-queries.ts'
import { useStream } from '../../api/use-stream.ts'
import { admin } from '../../session/session.ts'
import { RoleGate } from '../../session/role-gate.tsx'
import { t } from './texts.ts'
import { Card } from '../../ui/card.tsx'
import { formatBytes, formatNumber, formatSeconds } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Pill } from '../../ui/pill.tsx'
import { QueryView } from '../../ui/query-view.tsx'

export const System = () => (
  <RoleGate title={t.system.title} need="installation">
    <SystemView />
  </RoleGate>
)

function SystemView() {
  const queries = useQueryClient()
  const query = useQuery(systemQuery)
  useStream({
    name: 'system',
    open: (signal) => admin().system.follow({}, { signal }),
    onEvent: (state) => queries.setQueryData(systemQuery.queryKey, state),
    isEndless: true,
  })
  return (
    <Page title={t.system.title}>
      <p className="-mt-3 text-ink-2">{t.system.lead}</p>
      <QueryView query={query} lines={10}>
        {(state) => (
          <>
            <Checks checks={state.checks} />
            <div className="grid items-start gap-4 md:grid-cols-2">
              <Service state={state} />
              <Queue queue={state.queue} />
              <Database state={state} />
              <Workers workers={state.workers} />
            </div>
          </>
        )}
      </QueryView>
    </Page>
  )
}

const Checks = ({ checks }: Pick<SystemState, 'checks'>) => (
  <Card title={t.system.checks} isFlush>
    <ul>
      {checks.map(({ name, ok, message }) => (
        <li
          key={name}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2 first:border-t-0 sm:px-[18px]"
        >
          <div className="min-w-0">
            <p className="font-[550]">{t.system.names[name]}</p>
            <p className="text-ink-2">{message}</p>
          </div>
          <Pill tone={ok ? 'ok' : 'bad'}>{ok ? t.system.ok : t.system.notOk}</Pill>
        </li>
      ))}
    </ul>
  </Card>
)

type Fact = [label: string, value: ReactNode]

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
    {facts.map(([label, value]) => (
      <div key={label} className="contents">
        <dt className="text-ink-3">{label}</dt>
        <dd className="tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
)

const inMs = (ms: number | null): string =>
  ms === null ? t.system.noAnswer : t.system.ms(formatNumber(Math.round(ms * 10) / 10))

const Service = ({ state }: { state: SystemState }) => (
  <Card title={t.system.service}>
    <Facts
      facts={[
        [t.system.version, state.version],
        [t.system.migration, state.migrations.latest ?? t.common.none],
        [t.system.pending, state.migrations.pending.join(', ') || t.common.none],
        [t.system.redis, state.redis ? inMs(state.redis.latency_ms) : t.system.noRedis],
      ]}
    />
  </Card>
)

const Database = ({ state: { database } }: { state: SystemState }) => (
  <Card title={t.system.database}>
    <Facts
      facts={[
        [t.system.postgres, database.version ?? t.system.noAnswer],
        [t.system.pgvector, database.pgvector ?? t.system.noAnswer],
        [
          t.system.size,
          database.size_bytes === null ? t.system.noAnswer : formatBytes(database.size_bytes),
        ],
        [t.system.latency, inMs(database.latency_ms)],
      ]}
    />
  </Card>
)

const Queue = ({ queue }: Pick<SystemState, 'queue'>) => (
  <Card title={t.system.queue}>
    {queue ? (
      <Facts
        facts={[
          [t.system.waiting, formatNumber(queue.waiting)],
          [t.system.active, formatNumber(queue.active)],
          [t.system.failed, formatNumber(queue.failed)],
          [
            t.system.oldest,
            queue.oldest_seconds === null ? '–' : formatSeconds(queue.oldest_seconds),
          ],
        ]}
      />
    ) : (
      <p className="text-ink-2">{t.system.noAnswer}</p>
    )}
  </Card>
)

const Workers = ({ workers }: Pick<SystemState, 'workers'>) => (
  <Card title={t.system.workers}>
    {workers.length === 0 ? (
      <p className="text-danger">{t.system.noWorkers}</p>
    ) : (
      <ul className="flex flex-col gap-1.5">
        {workers.map(({ name }) => (
          <li key={name}>
            <code className="font-mono">{name}</code>
          </li>
        ))}
      </ul>
    )}
  </Card>
)
