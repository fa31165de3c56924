import type { FastifyInstance } from 'fastify'
import type { RefusalDetail } from '../../platform/explain-details.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findJsonFault } from './find-json-fault.ts'

/**
 * Parses bodies as Fastify does, refusing names that could pollute a prototype, with two differences:
 * an empty body counts as none, since many clients always send the content type, and the error for a
 * malformed body says where it is.
 */
export function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') return done(null, undefined)
      return parse(request, body, (error, value) =>
        done(error === null ? null : refusalOf(body), value),
      )
    },
  )
}

function refusalOf(body: string): Refusal {
  return new Refusal('BAD_REQUEST', { details: [faultOf(body)] })
}

function faultOf(body: string): RefusalDetail {
  const fault = findJsonFault(body)
  if (!fault) return { path: '', message: 'must not have fields named __proto__ or constructor' }
  const { line, column } = fault
  return { path: '', message: `is not valid JSON at line ${line}, column ${column}` }
}
