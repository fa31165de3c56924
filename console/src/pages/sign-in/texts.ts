import { t as shared } from '../../texts.ts'

const sso = {
  title: 'Single sign-on',
  heading: 'OpenID provider',
  lead: 'People at your domains sign in with your own OpenID provider, such as Okta, Entra ID, Google Workspace or Keycloak.',
  off: 'Single sign-on is not set up on this server',
  offReason: 'It needs PUBLIC_URL and SECRETS_KEY. Ask whoever runs the service to set them.',
  redirectUri: 'Redirect URI to register with your provider',
  issuer: 'Issuer',
  issuerHint: 'The URL of your provider, such as https://login.example.com.',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  secretKept: 'A secret is stored. Leave empty to keep it.',
  secretNew: 'Stored encrypted, and never shown.',
  domains: 'Domains',
  domainsHint:
    'One per line, such as example.com. People with an email address there can sign in this way.',
  domainsOthers:
    'Only an owner of the installation can change the issuer, the client or the domains.',
  defaultRole: 'Role at first sign-in',
  enforced: 'Require single sign-on',
  enforcedHint:
    'People at these domains can no longer use passwords or email links. Test the provider first.',
  enforceTitle: 'Require single sign-on?',
  enforceEffect: (domains: string) =>
    `People with an email address at ${domains} can sign in only with this provider. If it stops working, they are locked out until an owner of the installation turns this off.`,
  enforce: 'Require',
  test: 'Test saved provider',
  testOk: 'The provider responds and matches this issuer.',
  remove: 'Remove single sign-on',
  removeTitle: 'Remove single sign-on?',
  removeEffect:
    'Nobody can sign in with this provider any more. People and their roles stay; those without a password use an email link.',
  removed: 'Single sign-on removed',
}

export const t = { ...shared, sso }
