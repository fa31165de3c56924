import type { RefusalCode } from '@footnote/contract/errors'

/** A wrong id: another tenant's, nobody's, or not an id. */
export type ForeignKind = 'existing' | 'unknown' | 'malformed'

/**
 * `served` means that only the tenant whose id stands in the path is in the answer; `directory`, that
 * it is the operator's list of all tenants.
 */
export type Outcome = 'served' | 'directory' | RefusalCode

type Expectation = Readonly<Record<ForeignKind, Outcome>>

const same = (outcome: Outcome): Expectation => ({
  existing: outcome,
  unknown: outcome,
  malformed: outcome,
})

/** What belongs to one tenant is not found under another. */
const NOT_FOUND: Expectation = {
  existing: 'NOT_FOUND',
  unknown: 'NOT_FOUND',
  malformed: 'BAD_REQUEST',
}
/** The operator may name every tenant. */
const OPERATOR: Expectation = { ...NOT_FOUND, existing: 'served' }
/** The group in the body belongs to the tenant that the path should name. */
const OTHER_TENANTS_GROUP: Expectation = { ...NOT_FOUND, existing: 'GROUP_NOT_ALLOWED' }
const GROUP: Expectation = { ...same('GROUP_NOT_ALLOWED'), malformed: 'BAD_REQUEST' }
/** A cursor: the page that follows is the tenant's own. */
const CURSOR: Expectation = { ...same('served'), malformed: 'BAD_REQUEST' }

/** A cursor in the operator's list of workspaces. */
const DIRECTORY: Expectation = { ...same('directory'), malformed: 'BAD_REQUEST' }

/** The same by the key of a page, which is free text. */
const KEY_CURSOR: Expectation = same('served')

/** The contract distinguishes another knowledge base's message from an unknown one. */
const MESSAGE: Expectation = { ...NOT_FOUND, existing: 'FORBIDDEN' }

/** In a body, an invalid id starts a new conversation. */
const THREAD: Expectation = { ...NOT_FOUND, malformed: 'served' }

/** Nothing was re-embedded, so there is nothing to roll back to. */
const NOTHING_BEFORE: Expectation = { ...NOT_FOUND, existing: 'CONFLICT' }

/** Every id slot of every operation. A missing one fails the test. */
export const EXPECTED: Readonly<Record<string, Expectation>> = {
  'chat knowledgeBaseId': same('FORBIDDEN'),
  'chat thread_id': THREAD,
  'chat group_ids': same('GROUP_NOT_ALLOWED'),
  // The client's own id for its reader.
  'chat user.id': same('served'),
  'chat widget_id': NOT_FOUND,
  'threadChat threadId': same('NOT_FOUND'),
  // The path wins.
  'threadChat thread_id': same('served'),
  'threadChat group_ids': same('GROUP_NOT_ALLOWED'),
  'threadChat user.id': same('served'),
  'threadChat widget_id': NOT_FOUND,
  'formDeflect knowledgeBaseId': same('FORBIDDEN'),
  'formDeflect group_ids': same('GROUP_NOT_ALLOWED'),
  'formDeflect user.id': same('served'),
  'formDeflect widget_id': NOT_FOUND,
  'formDeflectOutcome messageId': MESSAGE,
  'search knowledgeBaseId': same('FORBIDDEN'),
  'search group_ids': same('GROUP_NOT_ALLOWED'),
  'search widget_id': NOT_FOUND,
  'related knowledgeBaseId': same('FORBIDDEN'),
  'rate message_id': MESSAGE,
  'withdrawRating messageId': MESSAGE,
  'suggestedQuestions knowledgeBaseId': same('FORBIDDEN'),
  'widgetConfig knowledgeBaseId': same('FORBIDDEN'),
  'savedWidgetConfig widgetId': same('NOT_FOUND'),

  'listWorkspaces cursor': DIRECTORY,
  'getWorkspace workspaceId': OPERATOR,
  'changeWorkspace workspaceId': OPERATOR,
  // Another tenant's would be deleted: see DESTROYS in the test.
  'deleteWorkspace workspaceId': NOT_FOUND,
  'getWorkspaceUsage workspaceId': OPERATOR,
  'createKnowledgeBase workspaceId': OPERATOR,
  'listKnowledgeBases workspaceId': OPERATOR,
  'listKnowledgeBases cursor': CURSOR,
  'getKnowledgeBase knowledgeBaseId': OPERATOR,
  'changeKnowledgeBase knowledgeBaseId': OPERATOR,
  'deleteKnowledgeBase knowledgeBaseId': NOT_FOUND,
  'createGroup knowledgeBaseId': OPERATOR,
  'listGroups knowledgeBaseId': OPERATOR,
  'listGroups cursor': CURSOR,
  'getGroup knowledgeBaseId': NOT_FOUND,
  'getGroup groupId': NOT_FOUND,
  'changeGroup knowledgeBaseId': NOT_FOUND,
  'changeGroup groupId': NOT_FOUND,
  'deleteGroup knowledgeBaseId': NOT_FOUND,
  'deleteGroup groupId': NOT_FOUND,
  'deleteGroup move_to': GROUP,
  'createKey knowledgeBaseId': OTHER_TENANTS_GROUP,
  'createKey allowed_group_ids': GROUP,
  'listKeys knowledgeBaseId': OPERATOR,
  'changeKey knowledgeBaseId': NOT_FOUND,
  'changeKey keyId': NOT_FOUND,
  'revokeKey knowledgeBaseId': NOT_FOUND,
  'revokeKey keyId': NOT_FOUND,
  'createWidget knowledgeBaseId': OPERATOR,
  'listWidgets knowledgeBaseId': OPERATOR,
  'listWidgets cursor': CURSOR,
  'getWidget knowledgeBaseId': NOT_FOUND,
  'getWidget widgetId': NOT_FOUND,
  'listWidgetOrigins knowledgeBaseId': NOT_FOUND,
  'listWidgetOrigins widgetId': NOT_FOUND,
  'changeWidget knowledgeBaseId': NOT_FOUND,
  'changeWidget widgetId': NOT_FOUND,
  'deleteWidget knowledgeBaseId': NOT_FOUND,
  'deleteWidget widgetId': NOT_FOUND,
  'putDocument knowledgeBaseId': OTHER_TENANTS_GROUP,
  'putDocument group_id': GROUP,
  'listDocuments knowledgeBaseId': OPERATOR,
  'listDocuments cursor': CURSOR,
  'listDocuments source_id': CURSOR,
  'summarizeDocuments knowledgeBaseId': OPERATOR,
  'getDocument knowledgeBaseId': NOT_FOUND,
  'getDocument documentId': NOT_FOUND,
  'changeDocument knowledgeBaseId': OTHER_TENANTS_GROUP,
  'changeDocument documentId': NOT_FOUND,
  'changeDocument group_id': GROUP,
  'deleteDocument knowledgeBaseId': NOT_FOUND,
  'deleteDocument documentId': NOT_FOUND,
  'listDocumentPassages knowledgeBaseId': NOT_FOUND,
  'listDocumentPassages documentId': NOT_FOUND,
  'explainRetrieval knowledgeBaseId': OTHER_TENANTS_GROUP,
  // Says that there is no such page.
  'explainRetrieval document_id': CURSOR,
  'explainRetrieval group_ids': GROUP,
  'askPlayground knowledgeBaseId': NOT_FOUND,
  'askPlayground key_id': NOT_FOUND,
  'askPlayground group_ids': same('GROUP_NOT_ALLOWED'),
  'askPlayground widget_id': NOT_FOUND,
  'previewSource knowledgeBaseId': OPERATOR,
  'createSource knowledgeBaseId': OTHER_TENANTS_GROUP,
  'createSource group_id': GROUP,
  'listSources knowledgeBaseId': OPERATOR,
  'getSource knowledgeBaseId': NOT_FOUND,
  'getSource sourceId': NOT_FOUND,
  'changeSource knowledgeBaseId': OTHER_TENANTS_GROUP,
  'changeSource sourceId': NOT_FOUND,
  'changeSource group_id': GROUP,
  'deleteSource knowledgeBaseId': NOT_FOUND,
  'deleteSource sourceId': NOT_FOUND,
  'getSourceHook knowledgeBaseId': NOT_FOUND,
  'getSourceHook sourceId': NOT_FOUND,
  'rotateSourceHook knowledgeBaseId': NOT_FOUND,
  'rotateSourceHook sourceId': NOT_FOUND,
  'listSourcePages knowledgeBaseId': NOT_FOUND,
  'listSourcePages sourceId': NOT_FOUND,
  'listSourcePages cursor': KEY_CURSOR,
  'listDeletedPages knowledgeBaseId': NOT_FOUND,
  'listDeletedPages sourceId': NOT_FOUND,
  'listDeletedPages cursor': KEY_CURSOR,
  'restoreDeletedPage knowledgeBaseId': NOT_FOUND,
  'restoreDeletedPage sourceId': NOT_FOUND,
  'startSync knowledgeBaseId': NOT_FOUND,
  'startSync sourceId': NOT_FOUND,
  'listSyncs knowledgeBaseId': NOT_FOUND,
  'listSyncs sourceId': NOT_FOUND,
  'listSyncs before': CURSOR,
  'getSync knowledgeBaseId': NOT_FOUND,
  'getSync sourceId': NOT_FOUND,
  'getSync syncId': NOT_FOUND,
  'followSync knowledgeBaseId': NOT_FOUND,
  'followSync sourceId': NOT_FOUND,
  'followSync syncId': NOT_FOUND,
  'listSyncPages knowledgeBaseId': NOT_FOUND,
  'listSyncPages sourceId': NOT_FOUND,
  'listSyncPages syncId': NOT_FOUND,
  'listSyncPages cursor': KEY_CURSOR,
  'cancelSync knowledgeBaseId': NOT_FOUND,
  'cancelSync sourceId': NOT_FOUND,
  'cancelSync syncId': NOT_FOUND,
  'confirmSync knowledgeBaseId': NOT_FOUND,
  'confirmSync sourceId': NOT_FOUND,
  'confirmSync syncId': NOT_FOUND,
  'discardSync knowledgeBaseId': NOT_FOUND,
  'discardSync sourceId': NOT_FOUND,
  'discardSync syncId': NOT_FOUND,
  'putSourceFile knowledgeBaseId': NOT_FOUND,
  'putSourceFile sourceId': NOT_FOUND,
  'listSourceFiles knowledgeBaseId': NOT_FOUND,
  'listSourceFiles sourceId': NOT_FOUND,
  'deleteSourceFile knowledgeBaseId': NOT_FOUND,
  'deleteSourceFile sourceId': NOT_FOUND,
  'uploadSourceArchive knowledgeBaseId': NOT_FOUND,
  'uploadSourceArchive sourceId': NOT_FOUND,
  'listMessages knowledgeBaseId': OPERATOR,
  'listMessages before': CURSOR,
  'getMessage knowledgeBaseId': NOT_FOUND,
  'getMessage messageId': NOT_FOUND,
  'replayMessage knowledgeBaseId': NOT_FOUND,
  'replayMessage messageId': NOT_FOUND,
  'deleteMessage knowledgeBaseId': NOT_FOUND,
  'deleteMessage messageId': NOT_FOUND,
  'deleteThread knowledgeBaseId': NOT_FOUND,
  'deleteThread threadId': NOT_FOUND,
  // Deletes by a name that nobody has.
  'eraseAsker knowledgeBaseId': OPERATOR,
  'startReembedding knowledgeBaseId': OPERATOR,
  'getReembedding knowledgeBaseId': OPERATOR,
  'rollBackReembedding knowledgeBaseId': NOTHING_BEFORE,
  'discardReembedding knowledgeBaseId': OPERATOR,
  'putAnswerModel knowledgeBaseId': OPERATOR,
  'getAnswerModel knowledgeBaseId': OPERATOR,
  'testAnswerModel knowledgeBaseId': OPERATOR,
  'listStarterQuestions knowledgeBaseId': OPERATOR,
  'refreshStarterQuestions knowledgeBaseId': OPERATOR,
  'deleteAnswerModel knowledgeBaseId': OPERATOR,
  'putSignIn knowledgeBaseId': OTHER_TENANTS_GROUP,
  'putSignIn allowed_group_ids': GROUP,
  'getSignIn knowledgeBaseId': OPERATOR,
  'listReaders knowledgeBaseId': OPERATOR,
  'revokeReader knowledgeBaseId': NOT_FOUND,
  'revokeReader readerId': NOT_FOUND,
  'listMembers workspaceId': OPERATOR,
  'changeMember workspaceId': NOT_FOUND,
  'changeMember personId': NOT_FOUND,
  'removeMember workspaceId': NOT_FOUND,
  'removeMember personId': NOT_FOUND,
  'createInvitation workspaceId': OPERATOR,
  'listInvitations workspaceId': OPERATOR,
  'revokeInvitation workspaceId': NOT_FOUND,
  'revokeInvitation invitationId': NOT_FOUND,
  'getSso workspaceId': OPERATOR,
  'putSso workspaceId': OPERATOR,
  'testSso workspaceId': OPERATOR,
  'deleteSso workspaceId': OPERATOR,
  'createAccessToken workspaceId': OPERATOR,
  'listAccessTokens workspaceId': OPERATOR,
  'revokeAccessToken workspaceId': NOT_FOUND,
  'revokeAccessToken tokenId': NOT_FOUND,
  'listAuditEvents workspaceId': OPERATOR,
  'listAuditEvents target': CURSOR,
  'listAuditEvents cursor': CURSOR,
  'exportAuditEvents workspaceId': OPERATOR,
  'exportAuditEvents target': CURSOR,
  'listInstallationEvents target': CURSOR,
  'listInstallationEvents cursor': CURSOR,
}
