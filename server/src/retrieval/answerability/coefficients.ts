import { COEFFICIENTS as BGE_SMALL_INT8 } from './coefficients/bge-small-int8.ts'
import { COEFFICIENTS as MINILM_INT8 } from './coefficients/minilm-int8.ts'
import type { Coefficients } from './logistic.ts'

/** The first is also for weights that nothing was fitted with. */
export const FITTED: readonly [Coefficients, ...Coefficients[]] = [MINILM_INT8, BGE_SMALL_INT8]

/** Those fitted with a model's weights, whatever its folder is called. */
export const coefficientsFor = (model: string): Coefficients =>
  FITTED.find(
    ({ provenance }) => findFingerprint(provenance.embeddingModel) === findFingerprint(model),
  ) ?? FITTED[0]

/** A local model is called `<folder>@<fingerprint of its weights>`. */
const findFingerprint = (model: string): string => model.slice(model.lastIndexOf('@') + 1)
