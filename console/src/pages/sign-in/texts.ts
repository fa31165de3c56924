import { t as shared } from '../../texts.ts'

const sso = {
  title: 'Sign-in',
  heading: 'Single sign-on',
  lead: 'People of your domains sign in at your own OpenID provider, such as Okta, Entra ID, Google Workspace or Keycloak.',
  off: 'Single sign-on is not set up on this server',
  offReason: 'It needs PUBLIC_URL and SECRETS_KEY. Whoever runs the service sets them.',
  redirectUri: 'Redirect URI, to register with the client at your provider',
  issuer: 'Issuer',
  issuerHint: 'The address of your provider, such as https://login.example.com.',
  clientId: 'Client id',
  clientSecret: 'Client secret',
  secretKept: 'A secret is stored. Leave empty to keep it.',
  secretNew: 'Stored encrypted, and never shown.',
  domains: 'Domains',
  domainsHint:
    'One a line, such as example.com. People with an address there may sign in this way.',
  domainsOthers:
    'Only somebody who owns the installation changes the issuer, the client or the domains.',
  defaultRole: 'Role of somebody who signs in for the first time',
  enforced: 'People of these domains sign in this way only',
  enforcedHint: 'Passwords and links of theirs are refused from then on. Test the provider first.',
  enforceTitle: 'Refuse every other way?',
  enforceEffect: (domains: string) =>
    `People with an address in ${domains} sign in at the provider only. Where it does not work, they are locked out until somebody who owns the installation turns this off.`,
  enforce: 'Enforce',
  test: 'Test the saved provider',
  testOk: 'The provider answers, and describes itself as this issuer.',
  remove: 'Remove single sign-on',
  removeTitle: 'Remove single sign-on?',
  removeEffect:
    'Nobody signs in at this provider any more. People and their roles stay; those without a password use a link in the mail.',
  removed: 'Single sign-on was removed',
}

export const t = { ...shared, sso }
