import { digestHtml } from './digest-html.ts'
import { consoleUrl, getLists } from './digest-entries.ts'
import { figureRows } from './figures.ts'
import type { DigestLinks } from './digest-words.ts'
import { leftOutText, NO_TEXTS, QUIET, shortened } from './digest-words.ts'
import type { DigestContent, DigestSection } from './read-digest.ts'

export type WrittenDigest = { subject: string; text: string; html: string }

export function writeDigest(content: DigestContent, links: DigestLinks): WrittenDigest {
  const { workspaceName, period } = content
  return {
    subject: `${shortened(workspaceName)}: ${period.from} to ${period.to}`,
    text: digestText(content, links),
    html: digestHtml(content, links),
  }
}

function digestText(content: DigestContent, { publicUrl, unsubscribe }: DigestLinks): string {
  const { workspaceName, period, sections, leftOut, hasNoTexts } = content
  const parts = [
    `${shortened(workspaceName)}, the week from ${period.from} to ${period.to} (UTC)`,
    ...(sections.length === 0 ? [QUIET] : []),
    ...sections.map((section) => sectionText(content, section, publicUrl)),
    ...(leftOut === 0 ? [] : [leftOutText(leftOut)]),
    ...(hasNoTexts ? [NO_TEXTS] : []),
    ...(unsubscribe === null ? [] : [`Unsubscribe: ${unsubscribe}`]),
  ]
  return `${parts.join('\n\n')}\n`
}

function sectionText(
  content: DigestContent,
  section: DigestSection,
  publicUrl: string | null,
): string {
  const figures = figureRows(section, content.currency).map(
    ({ label, week, before }) => `  ${label}: ${week} (previous week: ${before})`,
  )
  const lists = getLists(publicUrl, content, section).map(({ title, entries }) =>
    [
      title,
      ...entries.map(({ text, note, url }) => `  - ${shortened(text)} (${note})\n    ${url}`),
    ].join('\n'),
  )
  const analytics = consoleUrl(publicUrl, content, section.knowledgeBaseId, '/analytics?days=7')
  return [
    [`== ${shortened(section.name)} ==`, ...figures].join('\n'),
    ...lists,
    `Analytics: ${analytics}`,
  ].join('\n\n')
}
