import type { SsoSettings } from '@footnote/client/admin'
import { useState } from 'react'
import { workspaceKey } from '../../api/workspace-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { useMe } from '../../session/role.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Code } from '../../ui/copy.tsx'
import { CheckField, Select, TextArea, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { fromLines, toLines } from '../../ui/lines.ts'
import { useFormValues } from '../../ui/use-form-values.ts'
import { t } from './texts.ts'

const ROLES = ['viewer', 'editor', 'admin'] as const

type SsoFormProps = { sso: SsoSettings | null; redirectUri: string }

export function SsoForm({ sso, redirectUri }: SsoFormProps) {
  const { workspaceId } = useScope()
  const { may_create_workspaces: ownsInstallation } = useMe()
  const form = useFormValues({
    issuer: sso?.issuer ?? '',
    clientId: sso?.client_id ?? '',
    secret: '',
    domains: fromLines(sso?.domains ?? []),
    role: sso?.default_role ?? 'viewer',
    isEnforced: sso?.enforced ?? false,
  })
  const { issuer, clientId, secret, domains, role, isEnforced } = form.values
  const [isAsking, setIsAsking] = useState(false)
  const save = useChange({
    run: () =>
      admin().sso.put(workspaceId, {
        issuer: issuer.trim(),
        client_id: clientId.trim(),
        ...(secret === '' ? {} : { client_secret: secret }),
        domains: toLines(domains),
        default_role: role,
        enforced: isEnforced,
      }),
    refreshes: [workspaceKey(workspaceId, 'sso')],
    said: t.common.saved,
    onDone: () => {
      form.forget()
      setIsAsking(false)
    },
  })
  const beginsToEnforce = isEnforced && !sso?.enforced
  return (
    <>
      <Form
        form={form}
        onSubmit={() => (beginsToEnforce ? setIsAsking(true) : save.mutate())}
        error={isAsking ? null : save.error}
        actions={
          <div>
            <Button kind="primary" type="submit" isBusy={save.isPending}>
              {t.common.save}
            </Button>
          </div>
        }
      >
        <Card title={t.sso.heading}>
          <div className="flex flex-col gap-4">
            <Code label={t.sso.redirectUri} text={redirectUri} />
            <TextField
              label={t.sso.issuer}
              hint={t.sso.issuerHint}
              type="url"
              required
              value={issuer}
              onValue={(text) => form.set({ issuer: text })}
            />
            <TextField
              label={t.sso.clientId}
              required
              value={clientId}
              onValue={(text) => form.set({ clientId: text })}
            />
            <TextField
              label={t.sso.clientSecret}
              hint={sso?.has_client_secret ? t.sso.secretKept : t.sso.secretNew}
              type="password"
              autoComplete="off"
              value={secret}
              onValue={(text) => form.set({ secret: text })}
            />
            <TextArea
              label={t.sso.domains}
              hint={`${t.sso.domainsHint}${ownsInstallation ? '' : ` ${t.sso.domainsOthers}`}`}
              value={domains}
              onValue={(text) => form.set({ domains: text })}
            />
            <Select
              label={t.sso.defaultRole}
              value={role}
              options={ROLES.map((one) => [one, t.roles.names[one]] as const)}
              onValue={(next) => form.set({ role: next })}
            />
            <CheckField
              label={t.sso.enforced}
              hint={t.sso.enforcedHint}
              isOn={isEnforced}
              onChange={(isOn) => form.set({ isEnforced: isOn })}
            />
          </div>
        </Card>
      </Form>
      {isAsking && (
        <ConfirmDialog
          title={t.sso.enforceTitle}
          effect={t.sso.enforceEffect(toLines(domains).join(', '))}
          action={t.sso.enforce}
          change={save}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
