import { AdminWorkspaceParams } from '../admin/params.ts'
import { ADMIN_PREFIX } from '../paths.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../route.ts'
import { SsoBody, SsoSettings, SsoSignIn, SsoSignInBody, SsoStatus, SsoTest } from './sso.ts'

const SSO = `${ADMIN_PREFIX}/workspaces/{workspaceId}/sso`
const pathRefusals = [...anyRefusal, 'BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND'] as const

/** Single sign-on of a workspace. */
export const ssoRoutes = defineRoutes({
  getSso: {
    method: 'get',
    path: SSO,
    tag: 'admin',
    summary: 'Get the single sign-on of a workspace; its secret is never shown',
    params: AdminWorkspaceParams,
    response: json(200, SsoStatus),
    refusals: pathRefusals,
    role: 'owner',
  },
  putSso: {
    method: 'put',
    path: SSO,
    tag: 'admin',
    summary: 'Set the OpenID provider of a workspace, and whom it may sign in',
    params: AdminWorkspaceParams,
    body: SsoBody,
    response: json(200, SsoSettings),
    refusals: [...pathRefusals, ...bodyRefusals, 'CONFLICT'],
    role: 'owner',
    audit: 'sso.change',
    auditedFields: ['issuer', 'client_id', 'domains', 'enforced', 'default_role'],
  },
  deleteSso: {
    method: 'delete',
    path: SSO,
    tag: 'admin',
    summary: 'Remove the single sign-on of a workspace; people and their roles stay',
    params: AdminWorkspaceParams,
    response: noContent,
    refusals: pathRefusals,
    role: 'owner',
    audit: 'sso.delete',
    auditedFields: ['issuer', 'client_id', 'domains'],
  },
  testSso: {
    method: 'post',
    path: `${SSO}/test`,
    tag: 'admin',
    summary: 'Try whether the provider of a workspace can be reached',
    params: AdminWorkspaceParams,
    response: json(200, SsoTest),
    refusals: pathRefusals,
    role: 'owner',
  },
})

export const ssoSignInRoutes = defineRoutes({
  beginSsoSignIn: {
    method: 'post',
    path: `${ADMIN_PREFIX}/session/sso`,
    tag: 'account',
    summary: 'Begin to sign in at the OpenID provider of an email address’s domain',
    body: SsoSignInBody,
    response: json(200, SsoSignIn),
    refusals: [...anyRefusal, ...bodyRefusals, 'FORBIDDEN', 'NOT_FOUND'],
    openTo: 'anyone',
  },
})
