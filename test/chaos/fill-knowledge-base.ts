import { bytesFor } from '../support/chaos/chance.ts'
import { activeSpace } from '../../server/src/knowledge/spaces/embedding-space.ts'
import { buildCopy } from '../../server/src/knowledge/spaces/embedding-space-copy.ts'
import { createSpaceIndexes } from '../../server/src/knowledge/spaces/embedding-space-index.ts'
import { withTenant } from '../../server/src/platform/database/tenant.ts'
import { newId } from '../../server/src/platform/new-id.ts'
import type { ChaosTenant } from '../support/chaos/tenants.ts'
import { call } from '../support/chaos/call.ts'
import { until } from '../support/chaos/load.ts'
import { clientFor } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { ADMIN_TOKEN } from '../support/service.ts'
import { openAs } from '../support/store/seed.ts'
import { offerContact } from '../support/store/contact-webhook.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { readRows } from '../support/store/services.ts'

/** Adds what the tenant lacks, so that every table has rows of it. */
export async function fillKnowledgeBase(
  service: Service,
  database: TestDatabase,
  tenant: ChaosTenant,
): Promise<void> {
  const { canary, knowledgeBaseId, messageId, groupId } = tenant
  const client = clientFor(service, knowledgeBaseId, tenant.clientKey)
  await client.rate({ message_id: messageId, rating: 'down', comment: `Wrong about ${canary}` })
  await client.formOutcome(messageId, 'submitted')
  const { admin } = service
  // Grouped and checked by the worker, some seconds later.
  await until(
    'a gap',
    async () => {
      const { gaps } = await admin.gaps.list(knowledgeBaseId, { min_questions: 1 })
      return gaps.some(({ checked_at }) => checked_at !== null)
    },
    60_000,
  )
  await admin.messages.review(knowledgeBaseId, messageId, { reviewed: true, note: canary })
  const { id: set_id } = await admin.questionSets.create(knowledgeBaseId, {
    name: canary,
    items: [{ question: canary, from_message_id: messageId }],
  })
  await admin.evaluations.start(knowledgeBaseId, { set_id })
  await admin.prices.put(tenant.workspaceId, {
    prices: [{ model: canary, input_per_million: 1, output_per_million: 2, currency: 'EUR' }],
  })
  const gate = { set_id, thresholds: { recall: 0.5 }, hold_syncs: true }
  await admin.evaluations.putGate(knowledgeBaseId, gate)
  await admin.keys.create(knowledgeBaseId, {
    name: canary,
    kind: 'public',
    allowed_group_ids: [groupId],
  })
  await admin.readerSigners.create(knowledgeBaseId, { name: canary })
  const { id: channelId } = await admin.channels.create(knowledgeBaseId, {
    kind: 'slack',
    name: canary,
    group_ids: [groupId],
  })
  await admin.verifiedAnswers.create(knowledgeBaseId, {
    question: `Who verified ${canary}?`,
    answer: canary,
    source_document_ids: [tenant.documentId],
  })
  await admin.searchRules.create(knowledgeBaseId, {
    rule: { kind: 'synonym', words: [canary], means: [`${canary} handbook`], both_ways: true },
  })
  await admin.knowledgeBases.change(knowledgeBaseId, {
    starter_mode: 'own',
    own_questions: [`What is ${canary}?`],
    llms_txt: true,
    mcp_oauth: true,
  })
  await offerContact(service, database.ownerUrl, tenant)
  await put(service, knowledgeBaseId, 'sign-in', {
    allowed_email_domains: [`${canary}.example.com`],
    allowed_group_ids: [groupId],
  })
  await put(service, knowledgeBaseId, 'answer-model', {
    provider: 'openai-compatible',
    model: canary,
    base_url: 'http://127.0.0.1:2/v1',
    api_key: canary,
    skip_test: true,
  })
  // A pending job would write rows between two scans.
  const isIdle = async () => (await pendingJobs(database, knowledgeBaseId)) === 0
  await until('the jobs of a tenant', isIdle, 60_000)
  await insertRest(database, tenant, channelId)
  await addIndex(database, tenant)
}

async function pendingJobs(database: TestDatabase, knowledgeBaseId: string): Promise<number> {
  const rows = await readRows(
    database,
    `select from pgboss.job where data->>'knowledgeBaseId' = '${knowledgeBaseId}'
     and state in ('created', 'retry', 'active')`,
  )
  return rows.length
}

async function put(service: Service, knowledgeBaseId: string, what: string, body: object) {
  const { status, text } = await call({
    method: 'PUT',
    url: `${service.baseUrl}/api/v1/admin/knowledge-bases/${knowledgeBaseId}/${what}`,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    body,
  })
  if (status !== 200) throw new Error(`${what}: ${status} ${text}`)
}

/** What only a browser, a CAPTCHA provider or a webhook would leave. */
async function insertRest(
  database: TestDatabase,
  tenant: ChaosTenant,
  channelId: string,
): Promise<void> {
  const { knowledgeBaseId, workspaceId, sourceId, syncId, widgetId, canary } = tenant
  const digest = () => `'\\x${bytesFor(newId(), 32).toString('hex')}'`
  const statements = [
    `insert into readers (knowledge_base_id, id, identity, email)
     values ('${knowledgeBaseId}', '${newId()}', 'mailto:${canary}@example.com', '${canary}@example.com')`,
    `insert into oauth_artifacts (knowledge_base_id, kind, id_digest, sealed, expires_at)
     values ('${knowledgeBaseId}', 'Grant', ${digest()}, ${digest()}, now() + interval '1 day')`,
    `insert into sign_in_attempts (knowledge_base_id, token_digest, interaction_digest, sealed, expires_at)
     values ('${knowledgeBaseId}', ${digest()}, ${digest()}, ${digest()}, now() + interval '1 day')`,
    `insert into sign_in_mail_counts (knowledge_base_id, day, email_digest, messages)
     values ('${knowledgeBaseId}', (now() at time zone 'utc')::date, ${digest()}, 1)`,
    `insert into source_credentials (knowledge_base_id, source_id, type, signed_in_as, origin, sealed)
     values ('${knowledgeBaseId}', '${sourceId}', 'basic', '${canary}', 'https://a.test', ${digest()})`,
    `insert into used_captcha_tokens (knowledge_base_id, digest) values ('${knowledgeBaseId}', ${digest()})`,
    `insert into hook_deliveries (knowledge_base_id, source_id, signature_digest, sync_id, expires_at)
     values ('${knowledgeBaseId}', '${sourceId}', ${digest()}, '${syncId}', now() + interval '1 day')`,
    `insert into upload_parts (knowledge_base_id, upload_id, number, bytes)
     values ('${knowledgeBaseId}', '${newId()}', 1, ${digest()})`,
    `insert into withheld_addresses (knowledge_base_id, url, visibility)
     values ('${knowledgeBaseId}', 'https://a.test/${canary}', 'restricted')`,
    `insert into deleted_pages (knowledge_base_id, source_id, key, document_id, url, title)
     values ('${knowledgeBaseId}', '${sourceId}', '${canary}', '${newId()}', 'https://a.test/${canary}', '${canary}')`,
    `insert into channel_events (knowledge_base_id, channel_id, id, conversation, question, state, next_attempt_at)
     values ('${knowledgeBaseId}', '${channelId}', '${canary}', '${canary}', null, 'answered', null)`,
    `insert into contact_requests (knowledge_base_id, id, name, email, message, due_at)
     values ('${knowledgeBaseId}', '${newId()}', '${canary}', '${canary}@example.com', '${canary}', null)`,
    `insert into question_reservations (workspace_id, id, month, expires_at)
     select workspace_id, '${newId()}', month, now() + interval '1 hour' from question_counts
     where workspace_id = '${workspaceId}'`,
    `insert into limit_notices (workspace_id, kind, period, percent, told_at)
     values ('${workspaceId}', 'allowance', '2026-01-01', 80, now())`,
    `insert into widget_origins (knowledge_base_id, widget_id, origin, allowed, last_seen_at)
     values ('${knowledgeBaseId}', '${widgetId}', 'https://${canary}.example.com', true, now())`,
    `insert into answer_failures
       (knowledge_base_id, id, request_id, error_code, source, model, created_at)
     values ('${knowledgeBaseId}', '${newId()}', '${newId()}', 'timeout', 'api', '${canary}', now())`,
    `insert into page_counts (knowledge_base_id, day, page_url, questions, covered)
     values ('${knowledgeBaseId}', '2026-01-01', 'https://a.test/${canary}', 1, 1)`,
    `insert into citation_counts (knowledge_base_id, day, document_id, cited)
     values ('${knowledgeBaseId}', '2026-01-01', '${newId()}', 1)`,
    `with person as (insert into accounts.people (id, email, name)
                     values ('${newId()}', '${newId()}@example.com', 'Somebody') returning id),
          member as (insert into members (workspace_id, person_id, role)
                     select '${workspaceId}', id, 'viewer' from person returning person_id),
          subscription as (insert into digest_subscriptions (workspace_id, person_id, due_at)
                           select '${workspaceId}', person_id, now() + interval '1 day' from member)
     insert into knowledge_base_roles (workspace_id, knowledge_base_id, person_id, role)
     select '${workspaceId}', '${knowledgeBaseId}', person_id, 'editor' from member`,
    `with sso as (insert into sso_settings (workspace_id, issuer, client_id, enforced, default_role)
                  values ('${workspaceId}', 'https://${canary}.example.com', '${canary}', false, 'viewer')
                  returning workspace_id),
          attempt as (insert into accounts.sso_attempts
                        (state_digest, browser_digest, workspace_id, sealed, expires_at)
                      select ${digest()}, ${digest()}, workspace_id, ${digest()}, now() from sso)
     insert into accounts.sso_domains (domain, workspace_id)
     select '${canary}.example.com', workspace_id from sso`,
    `with hook as (insert into webhooks (workspace_id, id, url, events, secret, secret_hint, enabled)
                   values ('${workspaceId}', '${newId()}', 'https://${canary}.example.com',
                           '{sync.failed}', ${digest()}, 'hint', false) returning id)
     insert into webhook_deliveries
       (workspace_id, webhook_id, id, knowledge_base_id, type, data, state, next_attempt_at)
     select '${workspaceId}', id, '${newId()}', '${knowledgeBaseId}', 'sync.failed', '{}', 'failed', null
     from hook`,
    // A diff that is under way: its overlay goes when it ends.
    `with diff as (insert into answer_diffs
                     (knowledge_base_id, id, label, top_k, days, with_gaps, set_ids, pages, state)
                   values ('${knowledgeBaseId}', '${newId()}', '${canary}', 5, 0, false, '{}', '[]', 'running')
                   returning knowledge_base_id, id),
          item as (insert into answer_diff_items
                     (knowledge_base_id, diff_id, position, question, origin, times, expected_pages, must_say)
                   select knowledge_base_id, id, 0, '${canary}', 'set', 1, '{}', '{}' from diff),
          page as (insert into overlay_pages
                     (knowledge_base_id, diff_id, id, change, url, title, visibility, source_type)
                   select knowledge_base_id, id, '${newId()}', 'added', 'https://a.test/${canary}', '${canary}',
                          'public', 'api' from diff returning knowledge_base_id, diff_id, id),
          term as (insert into overlay_terms (knowledge_base_id, diff_id, term, passages)
                   select knowledge_base_id, id, 1, 1 from diff)
     insert into overlay_passages
       (knowledge_base_id, diff_id, id, document_id, chunk_index, content, heading_path, terms, weights,
        space_id, embedding)
     select knowledge_base_id, diff_id, '${newId()}', id, 0, '${canary}', '{}', '{1}',
            '{1:1}/1000000000', '${newId()}', '[1]' from page`,
    // The service writes these later, or has already.
    `insert into client_key_uses (knowledge_base_id, key_id, last_used_at)
     select knowledge_base_id, id, now() from client_keys where knowledge_base_id = '${knowledgeBaseId}'
     on conflict do nothing`,
  ]
  for (const statement of statements) await readRows(database, statement)
}

/** As a knowledge base above 20,000 passages has one. */
async function addIndex(database: TestDatabase, tenant: ChaosTenant): Promise<void> {
  const { db } = openAs(database.ownerUrl, 'footnote_worker')
  const copying = { db, indexes: createSpaceIndexes(database.ownerUrl) }
  const space = await withTenant(db, tenant, activeSpace)
  await buildCopy(copying, tenant, space, new AbortController().signal)
  await db.destroy()
}
