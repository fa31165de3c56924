/** A valid body for each operation that has one. */
export const BODIES: Record<string, object> = {
  search: { query: 'sextant' },
  related: { query: 'sextant' },
  chat: { query: 'What is a sextant?' },
  threadChat: { query: 'What is a sextant?' },
  formDeflect: { description: 'What is a sextant?' },
  formDeflectOutcome: { outcome: 'submitted' },
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
  // Nothing answers at its address.
  putSourceCredential: { credential: { type: 'token', token: 'glpat-1' }, skip_test: true },
  explainRetrieval: { query: 'sextant', url: 'https://docs.example.com/sextant' },
  askPlayground: { query: 'What is a sextant?' },
  reviewMessage: { reviewed: true },
  changeGap: { state: 'ignored' },
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
