/** An error, its causes, and the attempts inside an AggregateError. */
export function errorChain(error: unknown): Error[] {
  if (!(error instanceof Error)) return []
  const tries: unknown[] = error instanceof AggregateError ? error.errors : []
  return [error, ...[error.cause, ...tries].flatMap(errorChain)]
}

/** The code from Node or PostgreSQL, such as ECONNREFUSED; empty if there is none. */
export const errorCode = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : ''
