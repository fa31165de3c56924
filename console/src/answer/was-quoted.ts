import type { TracedMessage } from '@footnote/client/admin'

/** Whether the answer is sections of the documentation, which no model wrote. */
export const wasQuoted = ({
  model,
  fallback,
}: Pick<TracedMessage['trace'], 'model' | 'fallback'>): boolean =>
  model === 'extract' || fallback !== undefined
