import type { AdminCalls } from '../../wire/admin-calls.ts'
import type {
  ReaderSigner,
  ReaderSignerBody,
  ReaderSignerPatch,
  ReaderSignerSecretBody,
  ReaderSignerWithSecret,
  ReaderTokenBody,
  ReaderTokenReport,
} from '../../wire/admin.ts'

export type { ReaderSigner, ReaderSignerWithSecret, ReaderTokenReport }
export type ReaderSignerInput = ReaderSignerBody
export type ReaderSignerChange = ReaderSignerPatch
export type ReaderSignerRotation = ReaderSignerSecretBody
export type ReaderTokenCheck = ReaderTokenBody

/** Who signs the tokens that say who is asking. */
export const readerSignerCalls = (calls: AdminCalls) => ({
  list: calls.listReaderSigners,
  /** The only response that has the secret. */
  create: calls.createReaderSigner,
  change: calls.changeReaderSigner,
  rotate: calls.rotateReaderSigner,
  remove: calls.deleteReaderSigner,
  /** Who a token says is asking, and what they may read. */
  check: calls.checkReaderToken,
})
