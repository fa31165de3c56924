import type { Reembedding, ReembedInput } from '@footnote/client/admin'
import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Select } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formatNumber } from '../../ui/format.ts'

/** Which model finds passages, and the change from one to another. */
export function EmbeddingModel({ state }: { state: Reembedding }) {
  const current =
    state.state === 'finished' ? (state.model_to ?? state.model_from) : state.model_from
  return (
    <div className="flex flex-col gap-4">
      <p>
        {t.models.current}: <code className="font-mono">{current}</code>
      </p>
      {state.state === 'idle' && <StartForm state={state} />}
      {(state.state === 'building' || state.state === 'evaluating') && <Building state={state} />}
      {state.state === 'held' && <Held state={state} />}
      {state.state === 'finished' && <Finished state={state} />}
    </div>
  )
}

function useReembed() {
  const { knowledgeBaseId } = useScope()
  const refreshes = [knowledgeBaseKey(knowledgeBaseId, 'reembed')]
  return {
    start: useChange({
      run: (body: ReembedInput) => admin().reembed.start(knowledgeBaseId, body),
      refreshes,
      said: t.models.started,
    }),
    rollBack: useChange({
      run: () => admin().reembed.rollBack(knowledgeBaseId),
      refreshes,
      said: t.models.rolledBack,
    }),
    discard: useChange({
      run: () => admin().reembed.discard(knowledgeBaseId),
      refreshes,
      said: t.models.discarded,
    }),
  }
}

function StartForm({ state }: { state: Reembedding }) {
  const others = state.models.filter((model) => model !== state.model_from)
  const [model, setModel] = useState(others[0] ?? '')
  const { start } = useReembed()
  if (others.length === 0) return <p className="text-ink-2">{t.models.onlyOne}</p>
  return (
    <Form
      onSubmit={() => start.mutate({ model })}
      error={start.error}
      actions={
        <div>
          <Button kind="primary" type="submit" isBusy={start.isPending}>
            {t.models.start}
          </Button>
        </div>
      }
    >
      <Select<string>
        label={t.models.changeTo}
        value={model}
        options={others.map((one) => [one, one] as const)}
        onValue={setModel}
      />
    </Form>
  )
}

function Building({ state }: { state: Reembedding }) {
  const { discard } = useReembed()
  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold">{t.models.building(state.model_to ?? '')}</p>
      <progress
        aria-label={t.models.building(state.model_to ?? '')}
        value={state.done}
        max={Math.max(1, state.total)}
        className="h-2 w-full accent-accent"
      />
      <p className="text-ink-2">
        {state.state === 'evaluating'
          ? t.models.evaluating
          : t.models.progress(formatNumber(state.done), formatNumber(state.total))}
      </p>
      {discard.isError && <ErrorNotice error={discard.error} />}
      <div>
        <Button isChange isBusy={discard.isPending} onClick={() => discard.mutate()}>
          {t.models.discardBuild}
        </Button>
      </div>
    </div>
  )
}

/** The gate's set did not pass with the new vectors: readers keep the model they have. */
function Held({ state }: { state: Reembedding }) {
  const { start, discard } = useReembed()
  const model = state.model_to ?? ''
  const error = start.error ?? discard.error
  return (
    <div className="flex flex-col gap-3">
      <p className="font-semibold">{t.models.held(model)}</p>
      <p className="text-ink-2">{state.reason}</p>
      {error && <ErrorNotice error={error} />}
      <div className="flex flex-wrap gap-2">
        <Button isChange isBusy={start.isPending} onClick={() => start.mutate({ model })}>
          {t.models.evaluateAgain}
        </Button>
        <Button
          isChange
          isBusy={start.isPending}
          onClick={() => start.mutate({ model, skip_gate: true })}
        >
          {t.models.changeAnyway}
        </Button>
        <Button isChange isBusy={discard.isPending} onClick={() => discard.mutate()}>
          {t.models.discardBuild}
        </Button>
      </div>
    </div>
  )
}

function Finished({ state }: { state: Reembedding }) {
  const { rollBack, discard } = useReembed()
  const error = rollBack.error ?? discard.error
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">{t.models.finished(state.model_from)}</p>
      {error && <ErrorNotice error={error} />}
      <div className="flex flex-wrap gap-2">
        <Button isChange isBusy={rollBack.isPending} onClick={() => rollBack.mutate()}>
          {t.models.rollBack}
        </Button>
        <Button isChange isBusy={discard.isPending} onClick={() => discard.mutate()}>
          {t.models.discard}
        </Button>
      </div>
    </div>
  )
}
