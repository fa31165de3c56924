import { accountOperations } from './account-operations.ts'
import { analyticsOperations } from './analytics-operations.ts'
import { answerOperations } from './answer-operations.ts'
import { channelOperations } from './channel-operations.ts'
import { costOperations } from './cost-operations.ts'
import { digestOperations } from './digest-operations.ts'
import { documentOperations } from './document-operations.ts'
import { answerDiffOperations } from './evaluations/answer-diff-operations.ts'
import { evaluationOperations } from './evaluations/evaluation-operations.ts'
import { keyOperations } from './key-operations.ts'
import type { OperationTexts } from './operation-text.ts'
import { peopleOperations } from './people-operations.ts'
import { readerOperations } from './reader-operations.ts'
import { readerSignerOperations } from './reader-signer-operations.ts'
import { publicOperations } from './public-operations.ts'
import { passkeyOperations } from './passkey-operations.ts'
import { signInOperations } from './sign-in-operations.ts'
import { sourceFileOperations } from './source-file-operations.ts'
import { sourceOperations } from './source-operations.ts'
import { syncOperations } from './sync-operations.ts'
import { searchRuleOperations, verifiedAnswerOperations } from './verified-answer-operations.ts'
import { webhookOperations } from './webhook-operations.ts'
import { workspaceOperations } from './workspace-operations.ts'

/** Descriptions and examples of every operation, by operation id. */
export const OPERATION_TEXTS: OperationTexts = {
  ...publicOperations,
  ...workspaceOperations,
  ...costOperations,
  ...digestOperations,
  ...keyOperations,
  ...readerOperations,
  ...readerSignerOperations,
  ...channelOperations,
  ...sourceOperations,
  ...sourceFileOperations,
  ...syncOperations,
  ...documentOperations,
  ...answerOperations,
  ...analyticsOperations,
  ...verifiedAnswerOperations,
  ...searchRuleOperations,
  ...evaluationOperations,
  ...answerDiffOperations,
  ...webhookOperations,
  ...peopleOperations,
  ...accountOperations,
  ...signInOperations,
  ...passkeyOperations,
}
