// Written by `npm run openapi` from the contract. Do not edit.
import type { CallOptions } from '../transport/http.ts'
import type {
  AcceptInvitationBody,
  AccessTokenBody,
  AccessTokenList,
  Analytics,
  AnswerDiff,
  AnswerDiffBody,
  AnswerDiffList,
  AnswerDiffWithItems,
  AnswerModel,
  AnswerModelBody,
  AnswerModelTest,
  AskedPages,
  AuditEventList,
  BulkDocumentsBody,
  BulkDocumentsResult,
  ChangedSource,
  Channel,
  ChannelBody,
  ChannelConnectionBody,
  ChannelList,
  ChannelPatch,
  ChannelPlaces,
  ChannelTest,
  CitedDocuments,
  CitedLabels,
  CompareEvaluationsQuery,
  Comparison,
  CreatedAccessToken,
  CreatedInvitation,
  CreatedKey,
  DeleteGroupQuery,
  DeleteSourceFileQuery,
  DeletedPageList,
  Digest,
  DigestSubscription,
  DigestSubscriptionBody,
  DigestSubscriptions,
  Document,
  DocumentBody,
  DocumentCitations,
  DocumentContent,
  DocumentList,
  DocumentPassageList,
  DocumentPatch,
  DocumentSummary,
  EmailLinkBody,
  Erasure,
  ErasureBody,
  Evaluation,
  EvaluationBody,
  EvaluationGate,
  EvaluationGateBody,
  EvaluationList,
  EvaluationWithItems,
  ExplainBody,
  Explanation,
  FailureList,
  Gap,
  GapBody,
  GapList,
  GapWithQuestions,
  GetAnalyticsQuery,
  GetWorkspaceUsageQuery,
  Group,
  GroupBody,
  GroupList,
  GroupPatch,
  InvitationBody,
  InvitationList,
  Key,
  KeyBody,
  KeyList,
  KeyPatch,
  KnowledgeBase,
  KnowledgeBaseBody,
  KnowledgeBaseList,
  KnowledgeBasePatch,
  Limits,
  LimitsBody,
  LinkSignInBody,
  ListAnswerDiffsQuery,
  ListAskedPagesQuery,
  ListAuditEventsQuery,
  ListCitedDocumentsQuery,
  ListCitedLabelsQuery,
  ListDeletedPagesQuery,
  ListDocumentsQuery,
  ListEvaluationsQuery,
  ListFailuresQuery,
  ListGapsQuery,
  ListGroupsQuery,
  ListInstallationEventsQuery,
  ListKnowledgeBasesQuery,
  ListMessagesQuery,
  ListQuestionSetsQuery,
  ListSourcePagesQuery,
  ListSyncPagesQuery,
  ListSyncsQuery,
  ListTopQuestionsQuery,
  ListWebhookDeliveriesQuery,
  ListWidgetsQuery,
  ListWorkspacesQuery,
  Me,
  Member,
  MemberList,
  MemberPatch,
  Message,
  MessageList,
  NewPasskeyBody,
  NewPasswordBody,
  NewQuestionsBody,
  PassageLookup,
  PassageLookupBody,
  Passkey,
  PasskeyCreation,
  PasskeyList,
  PasskeyPatch,
  PasskeyRequest,
  PasskeySignInBody,
  PasswordChange,
  PasswordProof,
  PasswordResetBody,
  PasswordSignInBody,
  Person,
  Prices,
  PricesBody,
  PutDocumentsBody,
  PutDocumentsResult,
  QuestionSetBody,
  QuestionSetList,
  QuestionSetPatch,
  QuestionSetWithItems,
  ReaderList,
  ReaderSigner,
  ReaderSignerBody,
  ReaderSignerList,
  ReaderSignerPatch,
  ReaderSignerSecretBody,
  ReaderSignerWithSecret,
  ReaderTokenBody,
  ReaderTokenReport,
  RecoveryCodes,
  ReembedBody,
  Reembedding,
  Replay,
  ReplayBody,
  Replayed,
  RestoreDeletedPageQuery,
  ReviewBody,
  SavedSearchRule,
  SavedSourceCredential,
  SearchRuleBody,
  SearchRuleList,
  SecondStepBody,
  SessionList,
  SetupBody,
  SignInBody,
  SignInMethods,
  SignInResult,
  SignInSettings,
  Source,
  SourceBody,
  SourceCredentialBody,
  SourceFileList,
  SourceHook,
  SourceHookSecretBody,
  SourceList,
  SourcePageList,
  SourcePatch,
  SourcePreview,
  SourcePreviewBody,
  SourceRulesPreview,
  SourceRulesPreviewBody,
  SsoBody,
  SsoSettings,
  SsoSignIn,
  SsoSignInBody,
  SsoStatus,
  SsoTest,
  StarterQuestions,
  Sync,
  SyncList,
  SyncPageList,
  System,
  Thread,
  TopQuestions,
  TracedMessage,
  TwoFactorCode,
  TwoFactorEnrolment,
  TwoFactorStatus,
  VerifiedAnswer,
  VerifiedAnswerBody,
  VerifiedAnswerList,
  VerifiedAnswerPatch,
  Webhook,
  WebhookBody,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookPatch,
  WebhookSecretBody,
  WebhookWithSecret,
  Widget,
  WidgetBody,
  WidgetList,
  WidgetOriginList,
  WidgetPatch,
  Workspace,
  WorkspaceBody,
  WorkspaceList,
  WorkspacePatch,
  WorkspaceUsage,
} from './admin.ts'

/** The paths are below `/api/v1/admin`. */
export const ADMIN_OPERATIONS = {
  acceptInvitation: ['POST', 'body', '/invitations/accept'],
  addQuestions: ['POST', 'body', '/knowledge-bases/{}/question-sets/{}/questions'],
  askPlayground: ['POST', 'body', '/knowledge-bases/{}/playground'],
  beginPasskey: ['POST', 'body', '/me/passkeys'],
  beginPasskeySignIn: ['POST', '', '/session/passkey'],
  beginSsoSignIn: ['POST', 'body', '/session/sso'],
  beginTwoFactor: ['POST', 'body', '/me/two-factor'],
  cancelSync: ['POST', '', '/knowledge-bases/{}/sources/{}/syncs/{}/cancel'],
  changeChannel: ['PATCH', 'body', '/knowledge-bases/{}/channels/{}'],
  changeDocument: ['PATCH', 'body', '/knowledge-bases/{}/documents/{}'],
  changeDocuments: ['POST', 'body', '/knowledge-bases/{}/documents/bulk'],
  changeGap: ['PATCH', 'body', '/knowledge-bases/{}/gaps/{}'],
  changeGroup: ['PATCH', 'body', '/knowledge-bases/{}/groups/{}'],
  changeKey: ['PATCH', 'body', '/knowledge-bases/{}/keys/{}'],
  changeKnowledgeBase: ['PATCH', 'body', '/knowledge-bases/{}'],
  changeMember: ['PATCH', 'body', '/workspaces/{}/members/{}'],
  changePassword: ['PUT', 'body', '/me/password'],
  changeQuestionSet: ['PATCH', 'body', '/knowledge-bases/{}/question-sets/{}'],
  changeReaderSigner: ['PATCH', 'body', '/knowledge-bases/{}/reader-signers/{}'],
  changeSource: ['PATCH', 'body', '/knowledge-bases/{}/sources/{}'],
  changeVerifiedAnswer: ['PATCH', 'body', '/knowledge-bases/{}/verified-answers/{}'],
  changeWebhook: ['PATCH', 'body', '/workspaces/{}/webhooks/{}'],
  changeWidget: ['PATCH', 'body', '/knowledge-bases/{}/widgets/{}'],
  changeWorkspace: ['PATCH', 'body', '/workspaces/{}'],
  checkReaderToken: ['POST', 'body', '/knowledge-bases/{}/reader-tokens/check'],
  compareEvaluations: ['GET', 'query', '/knowledge-bases/{}/evaluations/compare'],
  confirmSignIn: ['POST', 'body', '/session/two-factor'],
  confirmSync: ['POST', '', '/knowledge-bases/{}/sources/{}/syncs/{}/confirm'],
  confirmTwoFactor: ['POST', 'body', '/me/two-factor/confirm'],
  connectChannel: ['PUT', 'body', '/knowledge-bases/{}/channels/{}/connection'],
  createAccessToken: ['POST', 'body', '/workspaces/{}/tokens'],
  createChannel: ['POST', 'body', '/knowledge-bases/{}/channels'],
  createGroup: ['POST', 'body', '/knowledge-bases/{}/groups'],
  createInvitation: ['POST', 'body', '/workspaces/{}/invitations'],
  createKey: ['POST', 'body', '/knowledge-bases/{}/keys'],
  createKnowledgeBase: ['POST', 'body', '/workspaces/{}/knowledge-bases'],
  createPasskey: ['POST', 'body', '/me/passkeys/confirm'],
  createQuestionSet: ['POST', 'body', '/knowledge-bases/{}/question-sets'],
  createReaderSigner: ['POST', 'body', '/knowledge-bases/{}/reader-signers'],
  createSearchRule: ['POST', 'body', '/knowledge-bases/{}/search-rules'],
  createSource: ['POST', 'body', '/knowledge-bases/{}/sources'],
  createVerifiedAnswer: ['POST', 'body', '/knowledge-bases/{}/verified-answers'],
  createWebhook: ['POST', 'body', '/workspaces/{}/webhooks'],
  createWidget: ['POST', 'body', '/knowledge-bases/{}/widgets'],
  createWorkspace: ['POST', 'body', '/workspaces'],
  deleteAnswerDiff: ['DELETE', '', '/knowledge-bases/{}/answer-diffs/{}'],
  deleteAnswerModel: ['DELETE', '', '/knowledge-bases/{}/answer-model'],
  deleteChannel: ['DELETE', '', '/knowledge-bases/{}/channels/{}'],
  deleteDocument: ['DELETE', '', '/knowledge-bases/{}/documents/{}'],
  deleteEvaluation: ['DELETE', '', '/knowledge-bases/{}/evaluations/{}'],
  deleteGroup: ['DELETE', 'query', '/knowledge-bases/{}/groups/{}'],
  deleteKnowledgeBase: ['DELETE', '', '/knowledge-bases/{}'],
  deleteMessage: ['DELETE', '', '/knowledge-bases/{}/messages/{}'],
  deletePasskey: ['DELETE', '', '/me/passkeys/{}'],
  deleteQuestionSet: ['DELETE', '', '/knowledge-bases/{}/question-sets/{}'],
  deleteReaderSigner: ['DELETE', '', '/knowledge-bases/{}/reader-signers/{}'],
  deleteSearchRule: ['DELETE', '', '/knowledge-bases/{}/search-rules/{}'],
  deleteSource: ['DELETE', '', '/knowledge-bases/{}/sources/{}'],
  deleteSourceCredential: ['DELETE', '', '/knowledge-bases/{}/sources/{}/credential'],
  deleteSourceFile: ['DELETE', 'query', '/knowledge-bases/{}/sources/{}/files'],
  deleteSso: ['DELETE', '', '/workspaces/{}/sso'],
  deleteThread: ['DELETE', '', '/knowledge-bases/{}/threads/{}'],
  deleteVerifiedAnswer: ['DELETE', '', '/knowledge-bases/{}/verified-answers/{}'],
  deleteWebhook: ['DELETE', '', '/workspaces/{}/webhooks/{}'],
  deleteWidget: ['DELETE', '', '/knowledge-bases/{}/widgets/{}'],
  deleteWorkspace: ['DELETE', '', '/workspaces/{}'],
  discardReembedding: ['DELETE', '', '/knowledge-bases/{}/reembed'],
  discardSync: ['POST', '', '/knowledge-bases/{}/sources/{}/syncs/{}/discard'],
  draftArticle: ['POST', 'body', '/knowledge-bases/{}/gaps/{}/draft'],
  eraseAsker: ['POST', 'body', '/knowledge-bases/{}/askers/erase'],
  explainRetrieval: ['POST', 'body', '/knowledge-bases/{}/explain'],
  followReembedding: ['GET', '', '/knowledge-bases/{}/reembed/events'],
  followSync: ['GET', '', '/knowledge-bases/{}/sources/{}/syncs/{}/events'],
  followSystem: ['GET', 'query', '/system/events'],
  followWidgetOrigins: ['GET', 'query', '/knowledge-bases/{}/widgets/{}/origins/events'],
  getAnalytics: ['GET', 'query', '/knowledge-bases/{}/analytics'],
  getAnswerDiff: ['GET', '', '/knowledge-bases/{}/answer-diffs/{}'],
  getAnswerModel: ['GET', '', '/knowledge-bases/{}/answer-model'],
  getDigest: ['GET', '', '/workspaces/{}/digest'],
  getDocument: ['GET', '', '/knowledge-bases/{}/documents/{}'],
  getDocumentCitations: ['GET', '', '/knowledge-bases/{}/documents/{}/citations'],
  getDocumentContent: ['GET', '', '/knowledge-bases/{}/documents/{}/content'],
  getEvaluation: ['GET', '', '/knowledge-bases/{}/evaluations/{}'],
  getEvaluationGate: ['GET', '', '/knowledge-bases/{}/evaluation-gate'],
  getGap: ['GET', '', '/knowledge-bases/{}/gaps/{}'],
  getGroup: ['GET', '', '/knowledge-bases/{}/groups/{}'],
  getKnowledgeBase: ['GET', '', '/knowledge-bases/{}'],
  getLimits: ['GET', '', '/workspaces/{}/limits'],
  getMe: ['GET', '', '/me'],
  getMessage: ['GET', '', '/knowledge-bases/{}/messages/{}'],
  getPrices: ['GET', '', '/workspaces/{}/prices'],
  getQuestionSet: ['GET', '', '/knowledge-bases/{}/question-sets/{}'],
  getReembedding: ['GET', '', '/knowledge-bases/{}/reembed'],
  getSignIn: ['GET', '', '/knowledge-bases/{}/sign-in'],
  getSignInMethods: ['GET', '', '/session/methods'],
  getSource: ['GET', '', '/knowledge-bases/{}/sources/{}'],
  getSourceHook: ['GET', '', '/knowledge-bases/{}/sources/{}/hook'],
  getSso: ['GET', '', '/workspaces/{}/sso'],
  getSync: ['GET', '', '/knowledge-bases/{}/sources/{}/syncs/{}'],
  getSystem: ['GET', '', '/system'],
  getThread: ['GET', '', '/knowledge-bases/{}/threads/{}'],
  getTwoFactor: ['GET', '', '/me/two-factor'],
  getWebhook: ['GET', '', '/workspaces/{}/webhooks/{}'],
  getWidget: ['GET', '', '/knowledge-bases/{}/widgets/{}'],
  getWorkspace: ['GET', '', '/workspaces/{}'],
  getWorkspaceUsage: ['GET', 'query', '/workspaces/{}/usage'],
  listAccessTokens: ['GET', '', '/workspaces/{}/tokens'],
  listAnswerDiffs: ['GET', 'query', '/knowledge-bases/{}/answer-diffs'],
  listAskedPages: ['GET', 'query', '/knowledge-bases/{}/analytics/pages'],
  listAuditEvents: ['GET', 'query', '/workspaces/{}/audit'],
  listChannelPlaces: ['GET', '', '/knowledge-bases/{}/channels/{}/places'],
  listChannels: ['GET', '', '/knowledge-bases/{}/channels'],
  listCitedDocuments: ['GET', 'query', '/knowledge-bases/{}/analytics/documents'],
  listCitedLabels: ['GET', 'query', '/knowledge-bases/{}/analytics/labels'],
  listDeletedPages: ['GET', 'query', '/knowledge-bases/{}/sources/{}/deleted-pages'],
  listDigests: ['GET', '', '/me/digests'],
  listDocumentPassages: ['GET', '', '/knowledge-bases/{}/documents/{}/passages'],
  listDocuments: ['GET', 'query', '/knowledge-bases/{}/documents'],
  listEvaluations: ['GET', 'query', '/knowledge-bases/{}/evaluations'],
  listFailures: ['GET', 'query', '/knowledge-bases/{}/failures'],
  listGaps: ['GET', 'query', '/knowledge-bases/{}/gaps'],
  listGroups: ['GET', 'query', '/knowledge-bases/{}/groups'],
  listInstallationEvents: ['GET', 'query', '/audit'],
  listInvitations: ['GET', '', '/workspaces/{}/invitations'],
  listKeys: ['GET', '', '/knowledge-bases/{}/keys'],
  listKnowledgeBases: ['GET', 'query', '/workspaces/{}/knowledge-bases'],
  listMembers: ['GET', '', '/workspaces/{}/members'],
  listMessages: ['GET', 'query', '/knowledge-bases/{}/messages'],
  listPasskeys: ['GET', '', '/me/passkeys'],
  listQuestionSets: ['GET', 'query', '/knowledge-bases/{}/question-sets'],
  listReaderSigners: ['GET', '', '/knowledge-bases/{}/reader-signers'],
  listReaders: ['GET', '', '/knowledge-bases/{}/readers'],
  listSearchRules: ['GET', '', '/knowledge-bases/{}/search-rules'],
  listSessions: ['GET', '', '/me/sessions'],
  listSourceFiles: ['GET', '', '/knowledge-bases/{}/sources/{}/files'],
  listSourcePages: ['GET', 'query', '/knowledge-bases/{}/sources/{}/pages'],
  listSources: ['GET', '', '/knowledge-bases/{}/sources'],
  listStarterQuestions: ['GET', '', '/knowledge-bases/{}/starter-questions'],
  listSyncPages: ['GET', 'query', '/knowledge-bases/{}/sources/{}/syncs/{}/pages'],
  listSyncs: ['GET', 'query', '/knowledge-bases/{}/sources/{}/syncs'],
  listTopQuestions: ['GET', 'query', '/knowledge-bases/{}/analytics/questions'],
  listVerifiedAnswers: ['GET', '', '/knowledge-bases/{}/verified-answers'],
  listWebhookDeliveries: ['GET', 'query', '/workspaces/{}/webhooks/{}/deliveries'],
  listWebhooks: ['GET', '', '/workspaces/{}/webhooks'],
  listWidgetOrigins: ['GET', '', '/knowledge-bases/{}/widgets/{}/origins'],
  listWidgets: ['GET', 'query', '/knowledge-bases/{}/widgets'],
  listWorkspaces: ['GET', 'query', '/workspaces'],
  lookUpPassages: ['POST', 'body', '/knowledge-bases/{}/passages/lookup'],
  previewSource: ['POST', 'body', '/knowledge-bases/{}/sources/preview'],
  previewSourceRules: ['POST', 'body', '/knowledge-bases/{}/sources/{}/rules/preview'],
  putAnswerModel: ['PUT', 'body', '/knowledge-bases/{}/answer-model'],
  putDigest: ['PUT', 'body', '/me/digests/{}'],
  putDocument: ['PUT', 'body', '/knowledge-bases/{}/documents'],
  putDocuments: ['PUT', 'body', '/knowledge-bases/{}/documents/bulk'],
  putEvaluationGate: ['PUT', 'body', '/knowledge-bases/{}/evaluation-gate'],
  putLimits: ['PUT', 'body', '/workspaces/{}/limits'],
  putPrices: ['PUT', 'body', '/workspaces/{}/prices'],
  putSearchRule: ['PUT', 'body', '/knowledge-bases/{}/search-rules/{}'],
  putSignIn: ['PUT', 'body', '/knowledge-bases/{}/sign-in'],
  putSourceCredential: ['PUT', 'body', '/knowledge-bases/{}/sources/{}/credential'],
  putSourceFile: ['PUT', 'bytes', '/knowledge-bases/{}/sources/{}/files'],
  putSourceHookSecret: ['PUT', 'body', '/knowledge-bases/{}/sources/{}/hook/signing-secret'],
  putSso: ['PUT', 'body', '/workspaces/{}/sso'],
  refreshStarterQuestions: ['POST', '', '/knowledge-bases/{}/starter-questions/refresh'],
  removeMember: ['DELETE', '', '/workspaces/{}/members/{}'],
  renamePasskey: ['PATCH', 'body', '/me/passkeys/{}'],
  replaceRecoveryCodes: ['POST', 'body', '/me/two-factor/recovery-codes'],
  replayMessage: ['POST', '', '/knowledge-bases/{}/messages/{}/replay'],
  replayWebhookDeliveries: ['POST', 'body', '/workspaces/{}/webhooks/{}/deliveries/replay'],
  replayWebhookDelivery: ['POST', '', '/workspaces/{}/webhooks/{}/deliveries/{}/replay'],
  resetPassword: ['POST', 'body', '/session/password-reset/use'],
  resetSecondFactor: ['DELETE', '', '/workspaces/{}/members/{}/two-factor'],
  restoreDeletedPage: ['DELETE', 'query', '/knowledge-bases/{}/sources/{}/deleted-pages'],
  reviewMessage: ['PATCH', 'body', '/knowledge-bases/{}/messages/{}'],
  revokeAccessToken: ['DELETE', '', '/workspaces/{}/tokens/{}'],
  revokeInvitation: ['DELETE', '', '/workspaces/{}/invitations/{}'],
  revokeKey: ['DELETE', '', '/knowledge-bases/{}/keys/{}'],
  revokeReader: ['DELETE', '', '/knowledge-bases/{}/readers/{}'],
  revokeSession: ['DELETE', '', '/me/sessions/{}'],
  rollBackReembedding: ['POST', '', '/knowledge-bases/{}/reembed/rollback'],
  rotateReaderSigner: ['POST', 'body', '/knowledge-bases/{}/reader-signers/{}/rotate'],
  rotateSourceHook: ['POST', '', '/knowledge-bases/{}/sources/{}/hook/rotate'],
  rotateWebhookSecret: ['POST', 'body', '/workspaces/{}/webhooks/{}/secret'],
  sendDigest: ['POST', '', '/me/digests/{}/send'],
  sendPasswordReset: ['POST', 'body', '/session/password-reset'],
  sendSignInLink: ['POST', 'body', '/session/email-link'],
  setUp: ['POST', 'body', '/setup'],
  signIn: ['POST', 'body', '/session'],
  signInByLink: ['POST', 'body', '/session/email-link/use'],
  signInByPasskey: ['POST', 'body', '/session/passkey/use'],
  signOut: ['DELETE', '', '/session'],
  startAnswerDiff: ['POST', 'body', '/knowledge-bases/{}/answer-diffs'],
  startEvaluation: ['POST', 'body', '/knowledge-bases/{}/evaluations'],
  startReembedding: ['POST', 'body', '/knowledge-bases/{}/reembed'],
  startSync: ['POST', '', '/knowledge-bases/{}/sources/{}/syncs'],
  summarizeDocuments: ['GET', '', '/knowledge-bases/{}/documents/summary'],
  testAnswerModel: ['POST', '', '/knowledge-bases/{}/answer-model/test'],
  testChannel: ['POST', '', '/knowledge-bases/{}/channels/{}/test'],
  testSso: ['POST', '', '/workspaces/{}/sso/test'],
  testWebhook: ['POST', '', '/workspaces/{}/webhooks/{}/test'],
  turnOffTwoFactor: ['POST', 'body', '/me/two-factor/turn-off'],
  uploadSourceArchive: ['POST', 'bytes', '/knowledge-bases/{}/sources/{}/files/archive'],
} as const

export type AdminCalls = {
  acceptInvitation: (body: AcceptInvitationBody, options?: CallOptions) => Promise<Person>
  addQuestions: (knowledgeBaseId: string, questionSetId: string, body: NewQuestionsBody, options?: CallOptions) => Promise<QuestionSetWithItems>
  beginPasskey: (body: PasswordProof, options?: CallOptions) => Promise<PasskeyCreation>
  beginPasskeySignIn: (options?: CallOptions) => Promise<PasskeyRequest>
  beginSsoSignIn: (body: SsoSignInBody, options?: CallOptions) => Promise<SsoSignIn>
  beginTwoFactor: (body: PasswordProof, options?: CallOptions) => Promise<TwoFactorEnrolment>
  cancelSync: (knowledgeBaseId: string, sourceId: string, syncId: string, options?: CallOptions) => Promise<Sync>
  changeChannel: (knowledgeBaseId: string, channelId: string, body: ChannelPatch, options?: CallOptions) => Promise<Channel>
  changeDocument: (knowledgeBaseId: string, documentId: string, body: DocumentPatch, options?: CallOptions) => Promise<Document>
  changeDocuments: (knowledgeBaseId: string, body: BulkDocumentsBody, options?: CallOptions) => Promise<BulkDocumentsResult>
  changeGap: (knowledgeBaseId: string, gapId: string, body: GapBody, options?: CallOptions) => Promise<Gap>
  changeGroup: (knowledgeBaseId: string, groupId: string, body: GroupPatch, options?: CallOptions) => Promise<Group>
  changeKey: (knowledgeBaseId: string, keyId: string, body: KeyPatch, options?: CallOptions) => Promise<Key>
  changeKnowledgeBase: (knowledgeBaseId: string, body: KnowledgeBasePatch, options?: CallOptions) => Promise<KnowledgeBase>
  changeMember: (workspaceId: string, personId: string, body: MemberPatch, options?: CallOptions) => Promise<Member>
  changePassword: (body: PasswordChange, options?: CallOptions) => Promise<void>
  changeQuestionSet: (knowledgeBaseId: string, questionSetId: string, body: QuestionSetPatch, options?: CallOptions) => Promise<QuestionSetWithItems>
  changeReaderSigner: (knowledgeBaseId: string, signerId: string, body: ReaderSignerPatch, options?: CallOptions) => Promise<ReaderSigner>
  changeSource: (knowledgeBaseId: string, sourceId: string, body: SourcePatch, options?: CallOptions) => Promise<ChangedSource>
  changeVerifiedAnswer: (knowledgeBaseId: string, verifiedAnswerId: string, body: VerifiedAnswerPatch, options?: CallOptions) => Promise<VerifiedAnswer>
  changeWebhook: (workspaceId: string, webhookId: string, body: WebhookPatch, options?: CallOptions) => Promise<Webhook>
  changeWidget: (knowledgeBaseId: string, widgetId: string, body: WidgetPatch, options?: CallOptions) => Promise<Widget>
  changeWorkspace: (workspaceId: string, body: WorkspacePatch, options?: CallOptions) => Promise<Workspace>
  checkReaderToken: (knowledgeBaseId: string, body: ReaderTokenBody, options?: CallOptions) => Promise<ReaderTokenReport>
  compareEvaluations: (knowledgeBaseId: string, query: CompareEvaluationsQuery, options?: CallOptions) => Promise<Comparison>
  confirmSignIn: (body: SecondStepBody, options?: CallOptions) => Promise<Person>
  confirmSync: (knowledgeBaseId: string, sourceId: string, syncId: string, options?: CallOptions) => Promise<Sync>
  confirmTwoFactor: (body: TwoFactorCode, options?: CallOptions) => Promise<RecoveryCodes>
  connectChannel: (knowledgeBaseId: string, channelId: string, body: ChannelConnectionBody, options?: CallOptions) => Promise<Channel>
  createAccessToken: (workspaceId: string, body: AccessTokenBody, options?: CallOptions) => Promise<CreatedAccessToken>
  createChannel: (knowledgeBaseId: string, body: ChannelBody, options?: CallOptions) => Promise<Channel>
  createGroup: (knowledgeBaseId: string, body: GroupBody, options?: CallOptions) => Promise<Group>
  createInvitation: (workspaceId: string, body: InvitationBody, options?: CallOptions) => Promise<CreatedInvitation>
  createKey: (knowledgeBaseId: string, body: KeyBody, options?: CallOptions) => Promise<CreatedKey>
  createKnowledgeBase: (workspaceId: string, body: KnowledgeBaseBody, options?: CallOptions) => Promise<KnowledgeBase>
  createPasskey: (body: NewPasskeyBody, options?: CallOptions) => Promise<Passkey>
  createQuestionSet: (knowledgeBaseId: string, body: QuestionSetBody, options?: CallOptions) => Promise<QuestionSetWithItems>
  createReaderSigner: (knowledgeBaseId: string, body: ReaderSignerBody, options?: CallOptions) => Promise<ReaderSignerWithSecret>
  createSearchRule: (knowledgeBaseId: string, body: SearchRuleBody, options?: CallOptions) => Promise<SavedSearchRule>
  createSource: (knowledgeBaseId: string, body: SourceBody, options?: CallOptions) => Promise<Source>
  createVerifiedAnswer: (knowledgeBaseId: string, body: VerifiedAnswerBody, options?: CallOptions) => Promise<VerifiedAnswer>
  createWebhook: (workspaceId: string, body: WebhookBody, options?: CallOptions) => Promise<WebhookWithSecret>
  createWidget: (knowledgeBaseId: string, body: WidgetBody, options?: CallOptions) => Promise<Widget>
  createWorkspace: (body: WorkspaceBody, options?: CallOptions) => Promise<Workspace>
  deleteAnswerDiff: (knowledgeBaseId: string, answerDiffId: string, options?: CallOptions) => Promise<void>
  deleteAnswerModel: (knowledgeBaseId: string, options?: CallOptions) => Promise<void>
  deleteChannel: (knowledgeBaseId: string, channelId: string, options?: CallOptions) => Promise<void>
  deleteDocument: (knowledgeBaseId: string, documentId: string, options?: CallOptions) => Promise<void>
  deleteEvaluation: (knowledgeBaseId: string, evaluationId: string, options?: CallOptions) => Promise<void>
  deleteGroup: (knowledgeBaseId: string, groupId: string, query?: DeleteGroupQuery, options?: CallOptions) => Promise<void>
  deleteKnowledgeBase: (knowledgeBaseId: string, options?: CallOptions) => Promise<KnowledgeBase>
  deleteMessage: (knowledgeBaseId: string, messageId: string, options?: CallOptions) => Promise<void>
  deletePasskey: (passkeyId: string, options?: CallOptions) => Promise<void>
  deleteQuestionSet: (knowledgeBaseId: string, questionSetId: string, options?: CallOptions) => Promise<void>
  deleteReaderSigner: (knowledgeBaseId: string, signerId: string, options?: CallOptions) => Promise<void>
  deleteSearchRule: (knowledgeBaseId: string, searchRuleId: string, options?: CallOptions) => Promise<void>
  deleteSource: (knowledgeBaseId: string, sourceId: string, options?: CallOptions) => Promise<void>
  deleteSourceCredential: (knowledgeBaseId: string, sourceId: string, options?: CallOptions) => Promise<void>
  deleteSourceFile: (knowledgeBaseId: string, sourceId: string, query: DeleteSourceFileQuery, options?: CallOptions) => Promise<void>
  deleteSso: (workspaceId: string, options?: CallOptions) => Promise<void>
  deleteThread: (knowledgeBaseId: string, threadId: string, options?: CallOptions) => Promise<void>
  deleteVerifiedAnswer: (knowledgeBaseId: string, verifiedAnswerId: string, options?: CallOptions) => Promise<void>
  deleteWebhook: (workspaceId: string, webhookId: string, options?: CallOptions) => Promise<void>
  deleteWidget: (knowledgeBaseId: string, widgetId: string, options?: CallOptions) => Promise<void>
  deleteWorkspace: (workspaceId: string, options?: CallOptions) => Promise<Workspace>
  discardReembedding: (knowledgeBaseId: string, options?: CallOptions) => Promise<void>
  discardSync: (knowledgeBaseId: string, sourceId: string, syncId: string, options?: CallOptions) => Promise<Sync>
  eraseAsker: (knowledgeBaseId: string, body: ErasureBody, options?: CallOptions) => Promise<Erasure>
  explainRetrieval: (knowledgeBaseId: string, body: ExplainBody, options?: CallOptions) => Promise<Explanation>
  getAnalytics: (knowledgeBaseId: string, query?: GetAnalyticsQuery, options?: CallOptions) => Promise<Analytics>
  getAnswerDiff: (knowledgeBaseId: string, answerDiffId: string, options?: CallOptions) => Promise<AnswerDiffWithItems>
  getAnswerModel: (knowledgeBaseId: string, options?: CallOptions) => Promise<AnswerModel>
  getDigest: (workspaceId: string, options?: CallOptions) => Promise<Digest>
  getDocument: (knowledgeBaseId: string, documentId: string, options?: CallOptions) => Promise<Document>
  getDocumentCitations: (knowledgeBaseId: string, documentId: string, options?: CallOptions) => Promise<DocumentCitations>
  getDocumentContent: (knowledgeBaseId: string, documentId: string, options?: CallOptions) => Promise<DocumentContent>
  getEvaluation: (knowledgeBaseId: string, evaluationId: string, options?: CallOptions) => Promise<EvaluationWithItems>
  getEvaluationGate: (knowledgeBaseId: string, options?: CallOptions) => Promise<EvaluationGate>
  getGap: (knowledgeBaseId: string, gapId: string, options?: CallOptions) => Promise<GapWithQuestions>
  getGroup: (knowledgeBaseId: string, groupId: string, options?: CallOptions) => Promise<Group>
  getKnowledgeBase: (knowledgeBaseId: string, options?: CallOptions) => Promise<KnowledgeBase>
  getLimits: (workspaceId: string, options?: CallOptions) => Promise<Limits>
  getMe: (options?: CallOptions) => Promise<Me>
  getMessage: (knowledgeBaseId: string, messageId: string, options?: CallOptions) => Promise<TracedMessage>
  getPrices: (workspaceId: string, options?: CallOptions) => Promise<Prices>
  getQuestionSet: (knowledgeBaseId: string, questionSetId: string, options?: CallOptions) => Promise<QuestionSetWithItems>
  getReembedding: (knowledgeBaseId: string, options?: CallOptions) => Promise<Reembedding>
  getSignIn: (knowledgeBaseId: string, options?: CallOptions) => Promise<SignInSettings>
  getSignInMethods: (options?: CallOptions) => Promise<SignInMethods>
  getSource: (knowledgeBaseId: string, sourceId: string, options?: CallOptions) => Promise<Source>
  getSourceHook: (knowledgeBaseId: string, sourceId: string, options?: CallOptions) => Promise<SourceHook>
  getSso: (workspaceId: string, options?: CallOptions) => Promise<SsoStatus>
  getSync: (knowledgeBaseId: string, sourceId: string, syncId: string, options?: CallOptions) => Promise<Sync>
  getSystem: (options?: CallOptions) => Promise<System>
  getThread: (knowledgeBaseId: string, threadId: string, options?: CallOptions) => Promise<Thread>
  getTwoFactor: (options?: CallOptions) => Promise<TwoFactorStatus>
  getWebhook: (workspaceId: string, webhookId: string, options?: CallOptions) => Promise<Webhook>
  getWidget: (knowledgeBaseId: string, widgetId: string, options?: CallOptions) => Promise<Widget>
  getWorkspace: (workspaceId: string, options?: CallOptions) => Promise<Workspace>
  getWorkspaceUsage: (workspaceId: string, query?: GetWorkspaceUsageQuery, options?: CallOptions) => Promise<WorkspaceUsage>
  listAccessTokens: (workspaceId: string, options?: CallOptions) => Promise<AccessTokenList>
  listAnswerDiffs: (knowledgeBaseId: string, query?: ListAnswerDiffsQuery, options?: CallOptions) => Promise<AnswerDiffList>
  listAskedPages: (knowledgeBaseId: string, query?: ListAskedPagesQuery, options?: CallOptions) => Promise<AskedPages>
  listAuditEvents: (workspaceId: string, query?: ListAuditEventsQuery, options?: CallOptions) => Promise<AuditEventList>
  listChannelPlaces: (knowledgeBaseId: string, channelId: string, options?: CallOptions) => Promise<ChannelPlaces>
  listChannels: (knowledgeBaseId: string, options?: CallOptions) => Promise<ChannelList>
  listCitedDocuments: (knowledgeBaseId: string, query?: ListCitedDocumentsQuery, options?: CallOptions) => Promise<CitedDocuments>
  listCitedLabels: (knowledgeBaseId: string, query?: ListCitedLabelsQuery, options?: CallOptions) => Promise<CitedLabels>
  listDeletedPages: (knowledgeBaseId: string, sourceId: string, query?: ListDeletedPagesQuery, options?: CallOptions) => Promise<DeletedPageList>
  listDigests: (options?: CallOptions) => Promise<DigestSubscriptions>
  listDocumentPassages: (knowledgeBaseId: string, documentId: string, options?: CallOptions) => Promise<DocumentPassageList>
  listDocuments: (knowledgeBaseId: string, query?: ListDocumentsQuery, options?: CallOptions) => Promise<DocumentList>
  listEvaluations: (knowledgeBaseId: string, query?: ListEvaluationsQuery, options?: CallOptions) => Promise<EvaluationList>
  listFailures: (knowledgeBaseId: string, query?: ListFailuresQuery, options?: CallOptions) => Promise<FailureList>
  listGaps: (knowledgeBaseId: string, query?: ListGapsQuery, options?: CallOptions) => Promise<GapList>
  listGroups: (knowledgeBaseId: string, query?: ListGroupsQuery, options?: CallOptions) => Promise<GroupList>
  listInstallationEvents: (query?: ListInstallationEventsQuery, options?: CallOptions) => Promise<AuditEventList>
  listInvitations: (workspaceId: string, options?: CallOptions) => Promise<InvitationList>
  listKeys: (knowledgeBaseId: string, options?: CallOptions) => Promise<KeyList>
  listKnowledgeBases: (workspaceId: string, query?: ListKnowledgeBasesQuery, options?: CallOptions) => Promise<KnowledgeBaseList>
  listMembers: (workspaceId: string, options?: CallOptions) => Promise<MemberList>
  listMessages: (knowledgeBaseId: string, query?: ListMessagesQuery, options?: CallOptions) => Promise<MessageList>
  listPasskeys: (options?: CallOptions) => Promise<PasskeyList>
  listQuestionSets: (knowledgeBaseId: string, query?: ListQuestionSetsQuery, options?: CallOptions) => Promise<QuestionSetList>
  listReaderSigners: (knowledgeBaseId: string, options?: CallOptions) => Promise<ReaderSignerList>
  listReaders: (knowledgeBaseId: string, options?: CallOptions) => Promise<ReaderList>
  listSearchRules: (knowledgeBaseId: string, options?: CallOptions) => Promise<SearchRuleList>
  listSessions: (options?: CallOptions) => Promise<SessionList>
  listSourceFiles: (knowledgeBaseId: string, sourceId: string, options?: CallOptions) => Promise<SourceFileList>
  listSourcePages: (knowledgeBaseId: string, sourceId: string, query?: ListSourcePagesQuery, options?: CallOptions) => Promise<SourcePageList>
  listSources: (knowledgeBaseId: string, options?: CallOptions) => Promise<SourceList>
  listStarterQuestions: (knowledgeBaseId: string, options?: CallOptions) => Promise<StarterQuestions>
  listSyncPages: (knowledgeBaseId: string, sourceId: string, syncId: string, query?: ListSyncPagesQuery, options?: CallOptions) => Promise<SyncPageList>
  listSyncs: (knowledgeBaseId: string, sourceId: string, query?: ListSyncsQuery, options?: CallOptions) => Promise<SyncList>
  listTopQuestions: (knowledgeBaseId: string, query?: ListTopQuestionsQuery, options?: CallOptions) => Promise<TopQuestions>
  listVerifiedAnswers: (knowledgeBaseId: string, options?: CallOptions) => Promise<VerifiedAnswerList>
  listWebhookDeliveries: (workspaceId: string, webhookId: string, query?: ListWebhookDeliveriesQuery, options?: CallOptions) => Promise<WebhookDeliveryList>
  listWebhooks: (workspaceId: string, options?: CallOptions) => Promise<WebhookList>
  listWidgetOrigins: (knowledgeBaseId: string, widgetId: string, options?: CallOptions) => Promise<WidgetOriginList>
  listWidgets: (knowledgeBaseId: string, query?: ListWidgetsQuery, options?: CallOptions) => Promise<WidgetList>
  listWorkspaces: (query?: ListWorkspacesQuery, options?: CallOptions) => Promise<WorkspaceList>
  lookUpPassages: (knowledgeBaseId: string, body: PassageLookupBody, options?: CallOptions) => Promise<PassageLookup>
  previewSource: (knowledgeBaseId: string, body: SourcePreviewBody, options?: CallOptions) => Promise<SourcePreview>
  previewSourceRules: (knowledgeBaseId: string, sourceId: string, body: SourceRulesPreviewBody, options?: CallOptions) => Promise<SourceRulesPreview>
  putAnswerModel: (knowledgeBaseId: string, body: AnswerModelBody, options?: CallOptions) => Promise<AnswerModel>
  putDigest: (workspaceId: string, body: DigestSubscriptionBody, options?: CallOptions) => Promise<DigestSubscription>
  putDocument: (knowledgeBaseId: string, body: DocumentBody, options?: CallOptions) => Promise<Document>
  putDocuments: (knowledgeBaseId: string, body: PutDocumentsBody, options?: CallOptions) => Promise<PutDocumentsResult>
  putEvaluationGate: (knowledgeBaseId: string, body: EvaluationGateBody, options?: CallOptions) => Promise<EvaluationGate>
  putLimits: (workspaceId: string, body: LimitsBody, options?: CallOptions) => Promise<Limits>
  putPrices: (workspaceId: string, body: PricesBody, options?: CallOptions) => Promise<Prices>
  putSearchRule: (knowledgeBaseId: string, searchRuleId: string, body: SearchRuleBody, options?: CallOptions) => Promise<SavedSearchRule>
  putSignIn: (knowledgeBaseId: string, body: SignInBody, options?: CallOptions) => Promise<SignInSettings>
  putSourceCredential: (knowledgeBaseId: string, sourceId: string, body: SourceCredentialBody, options?: CallOptions) => Promise<SavedSourceCredential>
  putSourceHookSecret: (knowledgeBaseId: string, sourceId: string, body: SourceHookSecretBody, options?: CallOptions) => Promise<SourceHook>
  putSso: (workspaceId: string, body: SsoBody, options?: CallOptions) => Promise<SsoSettings>
  refreshStarterQuestions: (knowledgeBaseId: string, options?: CallOptions) => Promise<StarterQuestions>
  removeMember: (workspaceId: string, personId: string, options?: CallOptions) => Promise<void>
  renamePasskey: (passkeyId: string, body: PasskeyPatch, options?: CallOptions) => Promise<Passkey>
  replaceRecoveryCodes: (body: PasswordProof, options?: CallOptions) => Promise<RecoveryCodes>
  replayMessage: (knowledgeBaseId: string, messageId: string, options?: CallOptions) => Promise<Replay>
  replayWebhookDeliveries: (workspaceId: string, webhookId: string, body: ReplayBody, options?: CallOptions) => Promise<Replayed>
  replayWebhookDelivery: (workspaceId: string, webhookId: string, deliveryId: string, options?: CallOptions) => Promise<WebhookDelivery>
  resetPassword: (body: NewPasswordBody, options?: CallOptions) => Promise<void>
  resetSecondFactor: (workspaceId: string, personId: string, options?: CallOptions) => Promise<void>
  restoreDeletedPage: (knowledgeBaseId: string, sourceId: string, query: RestoreDeletedPageQuery, options?: CallOptions) => Promise<void>
  reviewMessage: (knowledgeBaseId: string, messageId: string, body: ReviewBody, options?: CallOptions) => Promise<Message>
  revokeAccessToken: (workspaceId: string, tokenId: string, options?: CallOptions) => Promise<void>
  revokeInvitation: (workspaceId: string, invitationId: string, options?: CallOptions) => Promise<void>
  revokeKey: (knowledgeBaseId: string, keyId: string, options?: CallOptions) => Promise<void>
  revokeReader: (knowledgeBaseId: string, readerId: string, options?: CallOptions) => Promise<void>
  revokeSession: (sessionId: string, options?: CallOptions) => Promise<void>
  rollBackReembedding: (knowledgeBaseId: string, options?: CallOptions) => Promise<Reembedding>
  rotateReaderSigner: (knowledgeBaseId: string, signerId: string, body: ReaderSignerSecretBody, options?: CallOptions) => Promise<ReaderSignerWithSecret>
  rotateSourceHook: (knowledgeBaseId: string, sourceId: string, options?: CallOptions) => Promise<SourceHook>
  rotateWebhookSecret: (workspaceId: string, webhookId: string, body: WebhookSecretBody, options?: CallOptions) => Promise<WebhookWithSecret>
  sendDigest: (workspaceId: string, options?: CallOptions) => Promise<void>
  sendPasswordReset: (body: PasswordResetBody, options?: CallOptions) => Promise<void>
  sendSignInLink: (body: EmailLinkBody, options?: CallOptions) => Promise<void>
  setUp: (body: SetupBody, options?: CallOptions) => Promise<Person>
  signIn: (body: PasswordSignInBody, options?: CallOptions) => Promise<SignInResult>
  signInByLink: (body: LinkSignInBody, options?: CallOptions) => Promise<SignInResult>
  signInByPasskey: (body: PasskeySignInBody, options?: CallOptions) => Promise<Person>
  signOut: (options?: CallOptions) => Promise<void>
  startAnswerDiff: (knowledgeBaseId: string, body: AnswerDiffBody, options?: CallOptions) => Promise<AnswerDiff>
  startEvaluation: (knowledgeBaseId: string, body: EvaluationBody, options?: CallOptions) => Promise<Evaluation>
  startReembedding: (knowledgeBaseId: string, body: ReembedBody, options?: CallOptions) => Promise<Reembedding>
  startSync: (knowledgeBaseId: string, sourceId: string, options?: CallOptions) => Promise<Sync>
  summarizeDocuments: (knowledgeBaseId: string, options?: CallOptions) => Promise<DocumentSummary>
  testAnswerModel: (knowledgeBaseId: string, options?: CallOptions) => Promise<AnswerModelTest>
  testChannel: (knowledgeBaseId: string, channelId: string, options?: CallOptions) => Promise<ChannelTest>
  testSso: (workspaceId: string, options?: CallOptions) => Promise<SsoTest>
  testWebhook: (workspaceId: string, webhookId: string, options?: CallOptions) => Promise<WebhookDelivery>
  turnOffTwoFactor: (body: PasswordProof, options?: CallOptions) => Promise<void>
}
