import type { RefusalCode } from '@footnote/contract/errors'

/** What a foreign id in a slot is: another tenant's, nobody's, or no id at all. */
export type ForeignKind = 'existing' | 'unknown' | 'malformed'

/** `served` means that only the tenant whose id stands in the path is in the answer. */
export type Outcome = 'served' | RefusalCode

type Expectation = Readonly<Record<ForeignKind, Outcome>>

const same = (outcome: Outcome): Expectation => ({
  existing: outcome,
  unknown: outcome,
  malformed: outcome,
})

/** What belongs to a tenant is not found under another. */
const NOT_FOUND: Expectation = {
  existing: 'NOT_FOUND',
  unknown: 'NOT_FOUND',
  malformed: 'BAD_REQUEST',
}
/** The operator may name every tenant. */
const OPERATOR: Expectation = { ...NOT_FOUND, existing: 'served' }
/** The group in the body belongs to the tenant that the path ought to name. */
const OTHER_TENANTS_GROUP: Expectation = { ...NOT_FOUND, existing: 'GROUP_NOT_ALLOWED' }
const GROUP: Expectation = { ...same('GROUP_NOT_ALLOWED'), malformed: 'BAD_REQUEST' }
/** A place in an order: the page that follows it is the tenant's own. */
const CURSOR: Expectation = { ...same('served'), malformed: 'BAD_REQUEST' }

/** The same by the key of a page, which is free text. */
const KEY_CURSOR: Expectation = same('served')

/** The contract tells another knowledge base's message from an unknown one. */
const MESSAGE: Expectation = { ...NOT_FOUND, existing: 'FORBIDDEN' }

/** In a body, what is no id starts a new conversation. */
const THREAD: Expectation = { ...NOT_FOUND, malformed: 'served' }

/** Nothing was re-embedded, so there is nothing to go back to. */
const NOTHING_BEFORE: Expectation = { ...NOT_FOUND, existing: 'CONFLICT' }

/** Every id slot of every operation. One that is missing here fails the test. */
export const EXPECTED: Readonly<Record<string, Expectation>> = {
  'chat knowledgeBaseId': same('FORBIDDEN'),
  'chat thread_id': THREAD,
  'chat group_ids': same('GROUP_NOT_ALLOWED'),
  // The client's own name for its reader.
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

  'changeWorkspace workspaceId': OPERATOR,
  'getWorkspaceUsage workspaceId': OPERATOR,
  'createKnowledgeBase workspaceId': OPERATOR,
  'listKnowledgeBases workspaceId': OPERATOR,
  'getKnowledgeBase knowledgeBaseId': OPERATOR,
  'changeKnowledgeBase knowledgeBaseId': OPERATOR,
  'createGroup knowledgeBaseId': OPERATOR,
  'listGroups knowledgeBaseId': OPERATOR,
  'createKey knowledgeBaseId': OTHER_TENANTS_GROUP,
  'createKey allowed_group_ids': GROUP,
  'listKeys knowledgeBaseId': OPERATOR,
  'changeKey knowledgeBaseId': NOT_FOUND,
  'changeKey keyId': NOT_FOUND,
  'revokeKey knowledgeBaseId': NOT_FOUND,
  'revokeKey keyId': NOT_FOUND,
  'createWidget knowledgeBaseId': OPERATOR,
  'listWidgets knowledgeBaseId': OPERATOR,
  'changeWidget knowledgeBaseId': NOT_FOUND,
  'changeWidget widgetId': NOT_FOUND,
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
  'startSync knowledgeBaseId': NOT_FOUND,
  'startSync sourceId': NOT_FOUND,
  'listSyncs knowledgeBaseId': NOT_FOUND,
  'listSyncs sourceId': NOT_FOUND,
  'listSyncs before': CURSOR,
  'getSync knowledgeBaseId': NOT_FOUND,
  'getSync sourceId': NOT_FOUND,
  'getSync syncId': NOT_FOUND,
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
  'startReembedding knowledgeBaseId': OPERATOR,
  'getReembedding knowledgeBaseId': OPERATOR,
  'rollBackReembedding knowledgeBaseId': NOTHING_BEFORE,
  'discardReembedding knowledgeBaseId': OPERATOR,
  'putAnswerModel knowledgeBaseId': OPERATOR,
  'getAnswerModel knowledgeBaseId': OPERATOR,
  'deleteAnswerModel knowledgeBaseId': OPERATOR,
  'putSignIn knowledgeBaseId': OTHER_TENANTS_GROUP,
  'putSignIn allowed_group_ids': GROUP,
  'getSignIn knowledgeBaseId': OPERATOR,
  'listReaders knowledgeBaseId': OPERATOR,
  'revokeReader knowledgeBaseId': NOT_FOUND,
  'revokeReader readerId': NOT_FOUND,
}
