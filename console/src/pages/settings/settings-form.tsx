import type { KnowledgeBase } from '@footnote/client/admin'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckField, Select, TextArea, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { fromLabelLines, toLabelLines } from '../../ui/label-text.ts'
import { fromLines, toLines } from '../../ui/lines.ts'
import { useFormValues } from '../../ui/use-form-values.ts'

const STARTER_MODES = ['generated', 'own', 'none'] as const
const MCP_PATH = '/mcp'
const CONTACT_WAYS = ['none', 'email', 'webhook'] as const
type ContactWay = (typeof CONTACT_WAYS)[number]

function toContact(by: ContactWay, email: string): KnowledgeBase['contact'] {
  if (by === 'none') return null
  return by === 'email' ? { by, email: email.trim() } : { by }
}

export function SettingsForm({ base }: { base: KnowledgeBase }) {
  const savedWay: ContactWay = base.contact?.by ?? 'none'
  const form = useFormValues({
    ...base,
    questions: fromLines(base.own_questions),
    filter: toLabelLines(base.default_filter),
    contactBy: savedWay,
    contactEmail: base.contact?.by === 'email' ? base.contact.email : '',
  })
  const { values: draft, set } = form
  const save = useChange({
    run: () =>
      admin().knowledgeBases.change(base.id, {
        name: draft.name,
        starter_mode: draft.starter_mode,
        own_questions: toLines(draft.questions),
        split_questions: draft.split_questions,
        default_filter: fromLabelLines(draft.filter),
        contact: toContact(draft.contactBy, draft.contactEmail),
        mcp_enabled: draft.mcp_enabled,
        mcp_oauth: draft.mcp_oauth,
        llms_txt: draft.llms_txt,
        page_markdown: draft.page_markdown,
      }),
    refreshes: [knowledgeBaseKey(base.id), ['knowledge-bases']],
    said: t.common.saved,
    onDone: form.forget,
  })
  const address = base.mcp_url ?? `${location.origin}${MCP_PATH}/${base.id}`
  return (
    <Form
      form={form}
      onSubmit={() => save.mutate()}
      error={save.error}
      actions={
        <div>
          <Button kind="primary" type="submit" isBusy={save.isPending}>
            {t.common.save}
          </Button>
        </div>
      }
    >
      <Card title={t.settings.general}>
        <div className="flex flex-col gap-4">
          <TextField
            label={t.settings.name}
            required
            maxLength={200}
            value={draft.name}
            onValue={(name) => set({ name })}
          />
          <CheckField
            label={t.settings.splitQuestions}
            hint={t.settings.splitQuestionsHint}
            isOn={draft.split_questions}
            onChange={(split_questions) => set({ split_questions })}
          />
          <TextArea
            label={t.settings.defaultFilter}
            hint={t.settings.defaultFilterHint}
            value={draft.filter}
            onValue={(filter) => set({ filter })}
          />
          <p className="text-ink-2">
            {t.settings.id} <code className="font-mono">{base.id}</code>
          </p>
        </div>
      </Card>
      <Card title={t.settings.starters}>
        <div className="flex flex-col gap-4">
          <Select
            label={t.settings.starterMode}
            value={draft.starter_mode}
            options={STARTER_MODES.map((one) => [one, t.settings.starterModes[one]] as const)}
            onValue={(starter_mode) => set({ starter_mode })}
          />
          {draft.starter_mode === 'own' && (
            <TextArea
              label={t.settings.own}
              hint={t.settings.ownHint}
              rows={5}
              value={draft.questions}
              onValue={(questions) => set({ questions })}
            />
          )}
        </div>
      </Card>
      <Card title={t.settings.contact}>
        <div className="flex flex-col gap-4">
          <Select
            label={t.settings.contactBy}
            hint={t.settings.contactHint}
            value={draft.contactBy}
            options={CONTACT_WAYS.map((one) => [one, t.settings.contactWays[one]] as const)}
            onValue={(contactBy) => set({ contactBy })}
          />
          {draft.contactBy === 'email' && (
            <TextField
              label={t.settings.contactEmail}
              type="email"
              required
              maxLength={320}
              value={draft.contactEmail}
              onValue={(contactEmail) => set({ contactEmail })}
            />
          )}
          {draft.contactBy === 'webhook' && (
            <p className="text-ink-2">{t.settings.contactWebhook}</p>
          )}
        </div>
      </Card>
      <Card title={t.settings.machines}>
        <div className="flex flex-col gap-3">
          <CheckField
            label={t.settings.mcp}
            hint={t.settings.mcpHint}
            isOn={draft.mcp_enabled}
            onChange={(mcp_enabled) => set({ mcp_enabled })}
          />
          {draft.mcp_enabled && (
            <>
              <CheckField
                label={t.settings.mcpOauth}
                hint={t.settings.mcpOauthHint}
                isOn={draft.mcp_oauth}
                onChange={(mcp_oauth) => set({ mcp_oauth })}
              />
              <p className="pl-6 text-ink-2">
                {t.settings.mcpAddress}: <code className="font-mono">{address}</code>
              </p>
            </>
          )}
          <CheckField
            label={t.settings.llmsTxt}
            hint={t.settings.llmsTxtHint}
            isOn={draft.llms_txt}
            onChange={(llms_txt) => set({ llms_txt })}
          />
          <CheckField
            label={t.settings.pageMarkdown}
            hint={t.settings.pageMarkdownHint}
            isOn={draft.page_markdown}
            onChange={(page_markdown) => set({ page_markdown })}
          />
        </div>
      </Card>
    </Form>
  )
}
