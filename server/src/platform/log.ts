import type { DestinationStream, Logger } from 'pino'
import { pino } from 'pino'

export type Log = Logger

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'

/**
 * Fields that may be logged. Anything else is dropped, so that a question, a key or a thread id
 * reaches the log only by being added here, in sight of a reviewer.
 */
const ALLOWED_FIELDS = new Set([
  'request_id',
  'method',
  'route',
  'status',
  'duration_ms',
  'code',
  'error_name',
  'error_code',
  'stack',
  'workspace_id',
  'knowledge_base_id',
  'document_id',
  'source_id',
  'sync_id',
  'evaluation_id',
  'diff_id',
  'key_id',
  'job',
  'job_id',
  'attempt',
  'passages',
  'port',
  'role',
  'model',
  'migrations',
  'reason',
  'signal',
  'open_requests',
  // Deliberately a secret: whoever first starts the service reads it there.
  'setup_url',
])

export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: object) =>
        Object.fromEntries(Object.entries(fields).filter(([name]) => ALLOWED_FIELDS.has(name))),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * What may be logged about an error: its name, code and where it was thrown. Not its message, which
 * may quote what a reader typed.
 */
export function errorFields(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error_name: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? { error_code: error.code } : {}
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  return { error_name: error.name, ...code, stack: frames.join('\n') }
}
