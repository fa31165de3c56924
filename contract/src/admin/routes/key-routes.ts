import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../../route.ts'
import { CreatedKey, Key, KeyBody, KeyList, KeyPatch } from '../keys.ts'
import { AdminKeyParams, AdminKnowledgeBaseParams } from '../params.ts'
import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'

/** The resource in the path may not exist. */
const pathRefusals = ['BAD_REQUEST', 'NOT_FOUND'] as const

export const keyRoutes = defineRoutes({
  createKey: {
    method: 'post',
    path: `${ADMIN_KNOWLEDGE_BASE}/keys`,
    tag: 'admin',
    summary: 'Create a client key; its secret is shown only in this response',
    params: AdminKnowledgeBaseParams,
    body: KeyBody,
    response: json(201, CreatedKey),
    refusals: [...anyRefusal, ...bodyRefusals, 'GROUP_NOT_ALLOWED', 'NOT_FOUND'],
    role: 'admin',
    audit: 'key.create',
    auditedFields: [
      'name',
      'kind',
      'captcha',
      'captcha_hostnames',
      'allowed_origins',
      'allowed_addresses',
      'expires_at',
      'allowed_group_ids',
    ],
  },
  listKeys: {
    method: 'get',
    path: `${ADMIN_KNOWLEDGE_BASE}/keys`,
    tag: 'admin',
    summary: 'List the client keys of a knowledge base, including revoked ones',
    params: AdminKnowledgeBaseParams,
    response: json(200, KeyList),
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'viewer',
  },
  changeKey: {
    method: 'patch',
    path: `${ADMIN_KNOWLEDGE_BASE}/keys/{keyId}`,
    tag: 'admin',
    summary: 'Change the name, expiry, addresses, origins or CAPTCHA settings of a client key',
    params: AdminKeyParams,
    body: KeyPatch,
    response: json(200, Key),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
    role: 'admin',
    audit: 'key.change',
    auditedFields: [
      'name',
      'kind',
      'captcha',
      'captcha_hostnames',
      'allowed_origins',
      'allowed_addresses',
      'expires_at',
      'allowed_group_ids',
    ],
  },
  revokeKey: {
    method: 'delete',
    path: `${ADMIN_KNOWLEDGE_BASE}/keys/{keyId}`,
    tag: 'admin',
    summary: 'Revoke a client key; it is refused everywhere within 5 seconds',
    params: AdminKeyParams,
    response: noContent,
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'admin',
    audit: 'key.revoke',
    auditedFields: ['name'],
  },
})
