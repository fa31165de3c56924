import { isLabelName, LabelsInput } from '@footnote/contract/labels'
import type { Labels } from '@footnote/contract/labels'
import { MAX_LABELS } from '@footnote/contract/limits'
import { parse } from 'yaml'

/**
 * The `version:` and the map `labels:` of YAML front matter; what is no label is left out. Numbers are read as
 * text: version 1.10 is not 1.1.
 */
export function readLabels(frontMatter: string): Labels {
  if (!/^(?:version|labels)[ \t]*:/m.test(frontMatter)) return {}
  const { version, labels } = readFields(frontMatter)
  const given = { ...(version === undefined ? {} : { version }), ...toFields(labels) }
  const valid = Object.entries(given).flatMap(([written, values]) => {
    const name = written.toLowerCase()
    const read = isLabelName(name) ? LabelsInput.safeParse({ [name]: values }) : undefined
    return read?.success ? Object.entries(read.data) : []
  })
  return Object.fromEntries(valid.slice(0, MAX_LABELS))
}

function readFields(yaml: string): Record<string, unknown> {
  try {
    return toFields(parse(yaml, { schema: 'failsafe', logLevel: 'silent' }))
  } catch {
    // The text is read all the same.
    return {}
  }
}

const toFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {}
