import { MAX_BODY_VALUES } from '@footnote/contract/limits'
import type { FastifyInstance } from 'fastify'
import type { RefusalDetail } from '../../platform/explain-details.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findJsonFault } from './find-json-fault.ts'
import { hasTooManyValues } from './has-too-many-values.ts'

/**
 * Parses bodies as Fastify does, refusing names that could pollute a prototype, with three
 * differences: an empty body counts as none, since many clients always send the content type; one with
 * too many values is refused unparsed; and the error for a malformed body says where it is.
 */
export function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') return done(null, undefined)
      if (hasTooManyValues(body)) return done(refusalFor(TOO_MANY))
      return parse(request, body, (error, value) =>
        done(error === null ? null : refusalFor(findFault(body)), value),
      )
    },
  )
}

const TOO_MANY: RefusalDetail = {
  path: '',
  message: `has more than ${MAX_BODY_VALUES.toLocaleString('en-US')} values`,
}

const refusalFor = (detail: RefusalDetail): Refusal =>
  new Refusal('BAD_REQUEST', { details: [detail] })

/** Finding a fault takes 20 times as long as parsing, and nobody writes more by hand. */
const MAX_SEARCHED_CHARACTERS = 1_000_000

function findFault(body: string): RefusalDetail {
  if (body.length > MAX_SEARCHED_CHARACTERS) return { path: '', message: 'is not valid JSON' }
  const fault = findJsonFault(body)
  if (!fault) return { path: '', message: 'must not have fields named __proto__ or constructor' }
  const { line, column } = fault
  return { path: '', message: `is not valid JSON at line ${line}, column ${column}` }
}
