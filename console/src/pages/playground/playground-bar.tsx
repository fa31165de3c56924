import { useQuery } from '@tanstack/react-query'
import { keysQuery, widgetsQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Select } from '../../ui/field.tsx'
import type { PlaygroundOptions } from './use-playground.ts'

const TOP_K = ['5', '10', '20', '50']
const DEFAULT_TOP_K = '10'
const EXTRACT = 'extract'

type BarProps = { options: PlaygroundOptions; onChange: (options: PlaygroundOptions) => void }

/** As whom, on which widget and by which model the next question is answered. */
export function PlaygroundBar({ options, onChange }: BarProps) {
  const { knowledgeBaseId } = useScope()
  const { data: keys } = useQuery(keysQuery(knowledgeBaseId))
  const { data: widgets } = useQuery(widgetsQuery(knowledgeBaseId))
  const set = (change: PlaygroundOptions) => onChange({ ...options, ...change })
  const orNothing = (value: string) => (value === '' ? undefined : value)
  return (
    <div className="flex flex-wrap gap-3 *:max-w-full sm:*:max-w-64">
      <Select<string>
        label={t.playground.key}
        value={options.key_id ?? ''}
        options={[
          ['', t.playground.everyGroup],
          ...(keys?.keys ?? [])
            .filter(({ revoked_at }) => revoked_at === null)
            .map(({ id, name }) => [id, name] as const),
        ]}
        onValue={(value) => set({ key_id: orNothing(value) })}
      />
      <Select<string>
        label={t.playground.widget}
        value={options.widget_id ?? ''}
        options={[
          ['', t.playground.noWidget],
          ...(widgets?.widgets ?? []).map(({ id, name }) => [id, name] as const),
        ]}
        onValue={(value) => set({ widget_id: orNothing(value) })}
      />
      <Select<string>
        label={t.playground.topK}
        value={String(options.top_k ?? DEFAULT_TOP_K)}
        options={TOP_K.map((count) => [count, count] as const)}
        onValue={(value) => set({ top_k: Number(value) })}
      />
      <Select<string>
        label={t.playground.model}
        value={options.model ?? ''}
        options={[
          ['', t.playground.readersModel],
          [EXTRACT, t.playground.extract],
        ]}
        onValue={(value) => set({ model: orNothing(value) })}
      />
    </div>
  )
}
