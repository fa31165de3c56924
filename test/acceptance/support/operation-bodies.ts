import { gzipSync } from 'node:zlib'
import type { Request } from './wire.ts'

/** A tar without a file in it ends with two empty blocks. */
const EMPTY_ARCHIVE = gzipSync(Buffer.alloc(1024))

export const FILES: Record<string, Buffer> = {
  putSourceFile: Buffer.from('# Sextant'),
  uploadSourceArchive: EMPTY_ARCHIVE,
}

/** A valid body for each operation that has one. */
export const BODIES: Record<string, object> = {
  search: { query: 'sextant' },
  related: { query: 'sextant' },
  chat: { query: 'What is a sextant?' },
  threadChat: { query: 'What is a sextant?' },
  formDeflect: { description: 'What is a sextant?' },
  formDeflectOutcome: { outcome: 'submitted' },
  contact: {
    id: '01941f29-7c00-7000-8000-0000000000c0',
    name: 'Ada',
    email: 'ada@example.com',
    message: 'What is a sextant?',
    agreed: true,
  },
  changeWorkspace: { name: 'Renamed' },
  createWorkspace: { name: 'Another' },
  putPrices: {
    prices: [
      { model: 'openai/small', input_per_million: 0.15, output_per_million: 0.6, currency: 'USD' },
    ],
  },
  putLimits: { monthly_question_allowance: null, alert_at_percent: [80], daily_cost_cap: 5 },
  createKnowledgeBase: { name: 'Another' },
  createGroup: { name: 'Another' },
  changeGroup: { name: 'Renamed' },
  createKey: { name: 'Another', kind: 'secret' },
  createReaderSigner: { name: 'Another' },
  changeReaderSigner: { name: 'Renamed' },
  rotateReaderSigner: {},
  checkReaderToken: { token: 'no token' },
  createChannel: { kind: 'slack', name: 'Another' },
  changeChannel: { name: 'Renamed' },
  // Nothing listens there.
  connectChannel: {
    credential: {
      kind: 'slack',
      bot_token: 'xoxb-nobody',
      signing_secret: 'secret-of-nobody',
      api_url: 'http://127.0.0.1:9/api/',
    },
  },
  changeKnowledgeBase: { starter_mode: 'none' },
  changeKey: { name: 'Renamed' },
  createWidget: { name: 'Another' },
  changeWidget: { name: 'Renamed' },
  putDocument: {
    url: 'https://docs.example.com/another',
    content: 'A sextant.',
    content_type: 'text/plain',
  },
  changeDocument: { visibility: 'unlisted' },
  // As `putDocument` left it, so that only the request itself is recorded.
  startAnswerDiff: {
    pages: [{ path: 'another.md', content: 'A sextant.', is_new: true }],
    path_map: { from: '', to: 'https://docs.example.com/' },
  },
  putDocuments: {
    documents: [
      {
        url: 'https://docs.example.com/another',
        content: 'A sextant.',
        content_type: 'text/plain',
      },
    ],
  },
  // As they are already: nothing is left to do.
  changeDocuments: { filter: { q: 'sextant' }, visibility: 'public' },
  // Nobody's.
  lookUpPassages: { ids: ['0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a52'] },
  // The model it already has: accepted, with nothing left to do.
  startReembedding: { model: 'steered@64' },
  createSource: {
    name: 'Another',
    settings: { type: 'files', base_url: 'https://docs.example.com/files/' },
  },
  // Nothing listens there.
  previewSource: { settings: { type: 'website', url: 'http://127.0.0.1:9/' } },
  changeSource: { name: 'Renamed' },
  previewSourceRules: { rules: [] },
  // Nothing answers at its address.
  putSourceCredential: { credential: { type: 'token', token: 'glpat-1' }, skip_test: true },
  putSourceHookSecret: { secret: null },
  explainRetrieval: { query: 'sextant', url: 'https://docs.example.com/sextant' },
  askPlayground: { query: 'What is a sextant?' },
  reviewMessage: { reviewed: true },
  changeGap: { state: 'ignored' },
  changeVerifiedAnswer: { answer: 'An instrument of sailors.' },
  createSearchRule: {
    rule: { kind: 'synonym', words: ['octant'], means: ['sextant'], both_ways: true },
  },
  putSearchRule: {
    rule: { kind: 'synonym', words: ['sextant'], means: ['octant'], both_ways: true },
  },
  draftArticle: { model: 'extract' },
  createQuestionSet: { name: 'Another' },
  changeQuestionSet: { name: 'Renamed' },
  putEvaluationGate: { set_id: null, thresholds: {}, hold_syncs: false },
  addQuestions: { items: [{ question: 'Who invented the sextant?' }] },
  eraseAsker: { asker: 'nobody@example.com' },
  putSignIn: { allowed_email_domains: ['example.com'] },
  changeMember: { role: 'editor' },
  createInvitation: { email: 'another@example.com', role: 'viewer' },
  createAccessToken: { name: 'Another', role: 'viewer' },
  // The provider that there is: only who owns the installation changes that.
  putSso: { issuer: 'https://provider.invalid/', client_id: 'footnote', domains: [] },
  createWebhook: { url: 'https://hooks.example.com/another', events: ['sync.failed'] },
  changeWebhook: { events: ['sync.held'] },
  rotateWebhookSecret: {},
  replayWebhookDeliveries: { since: '2026-01-01T00:00:00Z' },
  putAnswerModel: {
    provider: 'openai-compatible',
    model: 'small',
    base_url: 'https://1.1.1.1/v1',
    skip_test: true,
  },
}

/** What is answered where no other product is: nothing listens there, so a channel is not connected. */
export const WITHOUT_PRODUCT: Readonly<Record<string, number>> = {
  connectChannel: 400,
  testChannel: 409,
  listChannelPlaces: 409,
}

/** What an operation is sent. */
export function getContent(
  operationId: string,
  { messageId, questionSetId, documentId }: Readonly<Record<string, string>>,
): Pick<Request, 'json' | 'body'> {
  const body = FILES[operationId]
  if (body) return { body: new Uint8Array(body) }
  if (operationId === 'rate') return { json: { message_id: messageId, rating: 'up' } }
  if (operationId === 'startEvaluation') return { json: { set_id: questionSetId } }
  if (operationId === 'createVerifiedAnswer') {
    const answer = { question: 'Who made it?', answer: 'Somebody.' }
    return { json: { ...answer, source_document_ids: [documentId] } }
  }
  return { json: BODIES[operationId] }
}
