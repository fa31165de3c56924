import type { AnswerModel, AnswerModelInput, AnswerModelTest } from '@footnote/client/admin'
import { useMutation } from '@tanstack/react-query'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formatNumber } from '../../ui/format.ts'
import { useFormValues } from '../../ui/use-form-values.ts'

const PROVIDERS = [
  'openai',
  'anthropic',
  'google',
  'azure',
  'mistral',
  'bedrock',
  'openai-compatible',
] as const

type Field = Exclude<keyof AnswerModelInput, 'skip_test'>
type Draft = Required<{ [Name in Field]: NonNullable<AnswerModelInput[Name]> }>
type Values = Draft & { choice: string }

/** A model that has to be loaded first may take this long. */
const TEST_TIMEOUT_MS = 90_000

const DEPLOYMENT = 'deployment'
const OWN = 'own'

/** The deployment's model, or one of the knowledge base's own. */
export function AnswerModelForm({ saved }: { saved: AnswerModel }) {
  const { knowledgeBaseId } = useScope()
  const form = useFormValues<Values>({
    choice: saved.answer_model ? OWN : DEPLOYMENT,
    provider: saved.answer_model?.provider ?? 'openai',
    model: saved.answer_model?.model ?? '',
    base_url: saved.answer_model?.base_url ?? '',
    resource: saved.answer_model?.resource ?? '',
    region: saved.answer_model?.region ?? '',
    api_key: '',
  })
  const { choice, ...draft } = form.values
  const save = useChange({
    run: async () => {
      // The service asks the model before it saves it, and refuses one that fails.
      const patience = { timeoutMs: TEST_TIMEOUT_MS }
      if (choice === OWN) await admin().answerModel.put(knowledgeBaseId, toInput(draft), patience)
      else await admin().answerModel.delete(knowledgeBaseId)
    },
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'answer-model')],
    said: choice === OWN ? t.models.saved : t.models.removed,
    onDone: form.forget,
  })
  const test = useMutation({
    mutationFn: () => admin().answerModel.test(knowledgeBaseId, { timeoutMs: TEST_TIMEOUT_MS }),
  })
  const deployment =
    saved.deployment_model === null
      ? t.models.deploymentNone
      : t.models.deployment(saved.deployment_model)
  const isUnchanged = choice === DEPLOYMENT && saved.answer_model === null
  return (
    <Form
      form={form}
      onSubmit={() => save.mutate()}
      error={save.error}
      actions={
        <>
          <div className="flex flex-wrap gap-2">
            <Button kind="primary" type="submit" isBusy={save.isPending} disabled={isUnchanged}>
              {choice === OWN ? t.models.testAndSave : t.common.save}
            </Button>
            <Button isBusy={test.isPending} onClick={() => test.mutate()}>
              {test.isPending ? t.models.testing : t.models.test}
            </Button>
          </div>
          <div role="status">{test.data && <TestOutcome outcome={test.data} />}</div>
          {test.isError && <ErrorNotice error={test.error} />}
        </>
      }
    >
      <Select<string>
        label={t.models.source}
        value={choice}
        options={[
          [DEPLOYMENT, deployment],
          [OWN, t.models.own],
        ]}
        onValue={(next) => form.set({ choice: next })}
      />
      {choice === OWN && (
        <OwnModel
          draft={draft}
          keyHint={saved.answer_model?.api_key_hint ?? null}
          onChange={form.set}
        />
      )}
    </Form>
  )
}

/** What the saved model said when it was asked to begin. */
function TestOutcome({ outcome }: { outcome: AnswerModelTest }) {
  const { ok, model, first_delta_ms, error } = outcome
  if (!ok) {
    return (
      <p className="text-danger">
        {error?.message} {error?.detail}
      </p>
    )
  }
  return (
    <p className="text-ok">
      {first_delta_ms === null
        ? t.models.testNoModel
        : t.models.testOk(model, formatNumber(Math.round(first_delta_ms)))}
    </p>
  )
}

type OwnModelProps = {
  draft: Draft
  keyHint: string | null
  onChange: (change: Partial<Draft>) => void
}

const OwnModel = ({ draft, keyHint, onChange }: OwnModelProps) => (
  <>
    <Select
      label={t.models.provider}
      value={draft.provider}
      options={PROVIDERS.map((one) => [one, t.models.providers[one]] as const)}
      onValue={(provider) => onChange({ provider })}
    />
    <TextField
      label={t.models.model}
      hint={t.models.modelHint}
      required
      value={draft.model}
      onValue={(model) => onChange({ model })}
    />
    {draft.provider === 'openai-compatible' && (
      <TextField
        label={t.models.baseUrl}
        hint={t.models.baseUrlHint}
        type="url"
        required
        value={draft.base_url}
        onValue={(base_url) => onChange({ base_url })}
      />
    )}
    {draft.provider === 'azure' && (
      <TextField
        label={t.models.resource}
        required
        value={draft.resource}
        onValue={(resource) => onChange({ resource })}
      />
    )}
    {draft.provider === 'bedrock' && (
      <TextField
        label={t.models.region}
        required
        value={draft.region}
        onValue={(region) => onChange({ region })}
      />
    )}
    <TextField
      label={t.models.apiKey}
      hint={keyHint === null ? t.models.apiKeyNew : t.models.apiKeyStored(keyHint)}
      type="password"
      autoComplete="off"
      value={draft.api_key}
      onValue={(api_key) => onChange({ api_key })}
    />
  </>
)

/** Only what the provider takes, and no key where the stored one stays. */
function toInput(draft: Draft): AnswerModelInput {
  const { provider, model } = draft
  return {
    provider,
    model,
    ...(draft.api_key === '' ? {} : { api_key: draft.api_key }),
    ...(provider === 'openai-compatible' ? { base_url: draft.base_url } : {}),
    ...(provider === 'azure' ? { resource: draft.resource } : {}),
    ...(provider === 'bedrock' ? { region: draft.region } : {}),
  }
}
