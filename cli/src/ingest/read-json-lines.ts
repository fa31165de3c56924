import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { DocumentInput } from '@footnote/client/admin'
import { parseObject } from './parse-object.ts'
import type { Candidate, Shared, Source } from './candidate.ts'

/** A file with one document per line. It is read twice and never held in memory whole. */
export async function readJsonLines(file: string, shared: Shared): Promise<Source> {
  let total = 0
  for await (const line of lines(file)) if (line.trim() !== '') total += 1
  return { total, candidates: readLines(file, shared) }
}

const lines = (file: string) =>
  createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })

async function* readLines(file: string, shared: Shared): AsyncGenerator<Candidate> {
  let number = 0
  for await (const line of lines(file)) {
    number += 1
    if (line.trim() !== '') yield parseLine(line, `line ${number}`, shared)
  }
}

/** `{ url, text or content, title?, content_type?, labels? }`; other fields are ignored. */
export function parseLine(line: string, label: string, shared: Shared): Candidate {
  const record = parseObject(line)
  if (!record) return { label, problem: 'is not a JSON object' }
  const { url, title, content_type = 'text/markdown' } = record
  const content = record['text'] ?? record['content']
  if (typeof url !== 'string') return { label, problem: 'has no "url"' }
  if (typeof content !== 'string') return { label, problem: 'has neither "text" nor "content"' }
  if (!isContentType(content_type)) {
    return { label, problem: `has an unknown "content_type": ${JSON.stringify(content_type)}` }
  }
  const titled = typeof title === 'string' && title.trim() !== '' ? { title } : {}
  const labels = toLabels(record['labels'], shared.labels)
  return { label, document: { url, content, content_type, ...titled, ...shared, ...labels } }
}

/** Those of the line go before those for all lines. The server checks them. */
const toLabels = (own: unknown, shared: DocumentInput['labels']): Pick<DocumentInput, 'labels'> =>
  typeof own === 'object' && own !== null && !Array.isArray(own)
    ? { labels: { ...shared, ...Object.fromEntries(Object.entries(own)) } }
    : {}

const isContentType = (value: unknown): value is DocumentInput['content_type'] =>
  value === 'text/markdown' || value === 'text/html' || value === 'text/plain'
