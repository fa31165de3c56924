import type { EvaluationItem, EvaluationWithItems } from '@footnote/client/admin'
import { describeItem } from './describe-item.ts'

/** A test case for each question, as CI servers read it: an error where there is no answer. */
export function renderJunit({ set_name, items }: EvaluationWithItems): string {
  const isError = ({ outcome }: EvaluationItem) => outcome === 'failed' || outcome === 'waiting'
  const errors = items.filter(isError).length
  const failures = items.filter((item) => !item.passed).length - errors
  const seconds = items.reduce((sum, { ms }) => sum + (ms ?? 0), 0) / 1000
  const counts = `tests="${items.length}" failures="${failures}" errors="${errors}" time="${seconds}"`
  const cases = items.map((item) => {
    const open = `<testcase classname=${quoted(set_name)} name=${quoted(item.question)} time="${(item.ms ?? 0) / 1000}"`
    const why = describeItem(item)
    if (why === null) return `    ${open}/>`
    const tag = isError(item) ? 'error' : 'failure'
    const answer = item.answer === null ? '' : escaped(item.answer)
    return `    ${open}><${tag} message=${quoted(why)}>${answer}</${tag}></testcase>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name=${quoted(set_name)} ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
}

/** XML 1.0 cannot hold most control characters, not even as entities. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]|[\uFFFE\uFFFF]/gu, '')
    .replace(/[&<>"\n\t]/g, (character) => ENTITIES[character] ?? '')

const quoted = (text: string): string => `"${escaped(text)}"`
