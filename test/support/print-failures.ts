import { afterEach } from 'vitest'
import { startedServices } from './service.ts'

const PRINTED_LINES = 20

/** Prints what the services of a failed test logged as errors: a test sees only the reply. */
afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const service of startedServices) {
    const { baseUrl, log } = service
    const complaints = service.complaints()
    const errors = log.filter(({ level }) => level === 'error' || level === 'fatal')
    if (errors.length === 0 && complaints === '') continue
    const lines = errors.slice(-PRINTED_LINES).map((line) => JSON.stringify(line))
    console.error([`Errors of ${baseUrl}:`, ...lines, complaints].join('\n'))
  }
})
