import { useMe } from '../../session/role.ts'
import { t } from './texts.ts'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { AccessTokens } from './access-tokens.tsx'
import { ChangePassword } from './change-password.tsx'
import { Digests } from './digests.tsx'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'
import { TwoFactor } from './two-factor.tsx'

/** What concerns whoever has signed in, and nobody else. */
export function Account() {
  const { person, via } = useMe()
  return (
    <Page title={t.security.title}>
      {person ? (
        <p className="-mt-3 text-ink-2">
          {person.name} · {person.email}
        </p>
      ) : (
        <Card>{t.security.adminToken}</Card>
      )}
      {via === 'session' && (
        <div className="grid items-start gap-4 xl:grid-cols-[1fr_1.55fr]">
          <div className="flex min-w-0 flex-col gap-4">
            <ChangePassword />
            <TwoFactor />
            <Digests />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <Passkeys />
            <Sessions />
          </div>
        </div>
      )}
      <AccessTokens />
    </Page>
  )
}
