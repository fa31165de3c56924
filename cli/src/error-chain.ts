/** An error, what caused it, and the several tries an AggregateError stands for. */
export function errorChain(error: unknown): Error[] {
  if (!(error instanceof Error)) return []
  const tries: unknown[] = error instanceof AggregateError ? error.errors : []
  return [error, ...[error.cause, ...tries].flatMap(errorChain)]
}

/** The code that Node or PostgreSQL gave, such as ECONNREFUSED; empty when there is none. */
export const errorCode = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : ''
