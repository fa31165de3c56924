import { expect, test } from 'vitest'
import { includesRole, Role } from './role.ts'
import { adminRoutes, publicRoutes, servedRoutes } from './routes.ts'

/** They search, ask or look, and change nothing. */
const READS_BY_POST = new Set([
  'askPlayground',
  'checkReaderToken',
  'draftArticle',
  'explainRetrieval',
  'lookUpPassages',
  'previewSource',
  'previewSourceRules',
  'replayMessage',
  'testChannel',
  'testAnswerModel',
  'testSso',
])

test('every admin route names a role, and no public route does', () => {
  const without = adminRoutes.filter(({ role }) => role === undefined)
  expect(without.map(({ operationId }) => operationId)).toEqual([])
  expect(publicRoutes.filter(({ role, audit }) => role ?? audit)).toEqual([])
})

test('admin routes that change something are those with an audit action', () => {
  const changing = adminRoutes
    .filter(({ method }) => method !== 'get')
    .map(({ operationId }) => operationId)
    .filter((id) => !READS_BY_POST.has(id))
  const audited = adminRoutes.filter(({ audit }) => audit !== undefined)
  expect(audited.map(({ operationId }) => operationId).sort()).toEqual(changing.sort())
  expect(new Set(audited.map(({ audit }) => audit)).size).toBe(audited.length)
  for (const { audit, role } of audited) {
    expect(audit).toMatch(/^[a-z_]+\.[a-z_]+$/)
    expect(role).not.toBe('viewer')
  }
})

/** They change nothing and know no person yet: the audit log has what follows them. */
const BEGIN_SIGN_IN = [
  'beginPasskeySignIn',
  'beginSsoSignIn',
  'sendPasswordReset',
  'sendSignInLink',
]

test('routes of people that change something are those with an audit action', () => {
  const unaudited = servedRoutes
    .filter(({ tag, method, audit }) => tag === 'account' && method !== 'get' && !audit)
    .map(({ operationId }) => operationId)
  expect(unaudited.sort()).toEqual(BEGIN_SIGN_IN)
})

test('each role includes those before it', () => {
  const allowed = Role.options.map((role) =>
    Role.options.filter((needed) => includesRole(role, needed)),
  )
  expect(allowed).toEqual([
    ['viewer'],
    ['viewer', 'editor'],
    ['viewer', 'editor', 'admin'],
    ['viewer', 'editor', 'admin', 'owner'],
  ])
})
