import { z } from 'zod'

export const quotedFields = {
  quoted: z
    .enum(['no_model', 'model_failed', 'unsupported'])
    .optional()
    .describe(
      'No model wrote the text: it is sections of the documentation, each under a heading of the third level (`### `) with its page; no other heading of this level is in it. `no_model`: none is set up, or its cost cap is reached. `model_failed`: it failed, or was silent for too long, before its first word. `unsupported`: no passage supports what it wrote. Left out otherwise.',
    ),
}
