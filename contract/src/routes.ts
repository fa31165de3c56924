import { accountRoutes } from './accounts/account-routes.ts'
import { emailLinkRoutes } from './accounts/email-link-routes.ts'
import { passkeyRoutes } from './accounts/passkey-routes.ts'
import { ssoSignInRoutes } from './accounts/sso-routes.ts'
import { twoFactorRoutes } from './accounts/two-factor-routes.ts'
import { ownDigestRoutes } from './admin/digest/digest-routes.ts'
import { adminRoutes } from './admin/routes/admin-routes.ts'
import { readerRoutes } from './public/public-routes.ts'
import type { Route } from './route.ts'

export { adminRoutes }

export const publicRoutes: readonly Route[] = Object.values(readerRoutes)

/** Every route that the server serves, in the order of the OpenAPI document. */
export const servedRoutes: readonly Route[] = [
  ...publicRoutes,
  ...adminRoutes,
  ...Object.values(accountRoutes),
  ...Object.values(emailLinkRoutes),
  ...Object.values(ssoSignInRoutes),
  ...Object.values(twoFactorRoutes),
  ...Object.values(passkeyRoutes),
  ...Object.values(ownDigestRoutes),
]
