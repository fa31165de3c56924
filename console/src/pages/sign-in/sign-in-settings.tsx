import { FootnoteError } from '@footnote/client'
import { useQuery } from '@tanstack/react-query'
import { ssoQuery } from '../../api/workspace-queries.ts'
import { RoleGate } from '../../session/role-gate.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { SsoForm } from './sso-form.tsx'
import { SsoState } from './sso-state.tsx'
import { t } from './texts.ts'

export const SignInSettings = () => (
  <RoleGate title={t.sso.title} need="owner">
    <Page title={t.sso.title}>
      <SsoView />
    </Page>
  </RoleGate>
)

function SsoView() {
  const query = useQuery(ssoQuery(useScope().workspaceId))
  // The server says so where it lacks a setting.
  if (query.error instanceof FootnoteError && query.error.code === 'BAD_REQUEST') {
    return (
      <Card>
        <Empty title={t.sso.off} reason={t.sso.offReason} />
      </Card>
    )
  }
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <p className="-mt-3 text-ink-2">{t.sso.lead}</p>
      <QueryView query={query} lines={12}>
        {({ sso, redirect_uri }) => (
          <>
            <SsoForm sso={sso} redirectUri={redirect_uri} />
            {sso && <SsoState />}
          </>
        )}
      </QueryView>
    </div>
  )
}
