import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'
import { anyRefusal, bodyRefusals, defineRoutes, json, noContent } from '../../route.ts'
import { AdminKnowledgeBaseParams, AdminReaderSignerParams } from '../params.ts'
import {
  ReaderSigner,
  ReaderSignerBody,
  ReaderSignerList,
  ReaderSignerPatch,
  ReaderSignerSecretBody,
  ReaderSignerWithSecret,
  ReaderTokenBody,
  ReaderTokenReport,
} from '../reader-signers.ts'

const SIGNERS = `${ADMIN_KNOWLEDGE_BASE}/reader-signers`
const SIGNER = `${SIGNERS}/{signerId}`
/** The resource in the path may not exist. */
const pathRefusals = ['BAD_REQUEST', 'NOT_FOUND'] as const
const auditedFields = ['name', 'audience', 'issuer', 'jwks_url'] as const

export const readerSignerRoutes = defineRoutes({
  listReaderSigners: {
    method: 'get',
    path: SIGNERS,
    tag: 'admin',
    summary: 'List who signs reader tokens of a knowledge base',
    params: AdminKnowledgeBaseParams,
    response: json(200, ReaderSignerList),
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'viewer',
  },
  createReaderSigner: {
    method: 'post',
    path: SIGNERS,
    tag: 'admin',
    summary: 'Register a signer of reader tokens; its secret is shown only in this response',
    params: AdminKnowledgeBaseParams,
    body: ReaderSignerBody,
    response: json(201, ReaderSignerWithSecret),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT'],
    role: 'admin',
    audit: 'reader_signer.create',
    auditedFields,
  },
  changeReaderSigner: {
    method: 'patch',
    path: SIGNER,
    tag: 'admin',
    summary: 'Change the name, audience, issuer or key address of a signer',
    params: AdminReaderSignerParams,
    body: ReaderSignerPatch,
    response: json(200, ReaderSigner),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT'],
    role: 'admin',
    audit: 'reader_signer.change',
    auditedFields,
  },
  rotateReaderSigner: {
    method: 'post',
    path: `${SIGNER}/rotate`,
    tag: 'admin',
    summary: 'Replace the secret of a signer; the new one is shown only in this response',
    params: AdminReaderSignerParams,
    body: ReaderSignerSecretBody,
    response: json(200, ReaderSignerWithSecret),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'CONFLICT'],
    role: 'admin',
    audit: 'reader_signer.rotate',
    auditedFields: ['previous_valid_hours'],
  },
  deleteReaderSigner: {
    method: 'delete',
    path: SIGNER,
    tag: 'admin',
    summary: 'Delete a signer; its tokens are refused everywhere within 5 seconds',
    params: AdminReaderSignerParams,
    response: noContent,
    refusals: [...anyRefusal, ...pathRefusals],
    role: 'admin',
    audit: 'reader_signer.delete',
    auditedFields,
  },
  checkReaderToken: {
    method: 'post',
    path: `${ADMIN_KNOWLEDGE_BASE}/reader-tokens/check`,
    tag: 'admin',
    summary: 'See who a reader token says is asking, and what they may read',
    params: AdminKnowledgeBaseParams,
    body: ReaderTokenBody,
    response: json(200, ReaderTokenReport),
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND'],
    role: 'admin',
  },
})
