import type { ListedPage } from '../connector.ts'
import type { Comment, Discussion, Issue } from './github-queries.ts'

/** Those who answer for the project. */
const MAINTAINERS: ReadonlySet<string> = new Set(['OWNER', 'MEMBER', 'COLLABORATOR'])

export function readIssue(issue: Issue): ListedPage {
  if (issue.state === 'OPEN') return skip('It is open.')
  if (issue.stateReason !== null && issue.stateReason !== 'COMPLETED') {
    return skip('It was closed without being resolved.')
  }
  const answers = issue.comments.nodes.filter(isAnswer)
  if (answers.length === 0) return skip('Nobody of the project has answered it.')
  return toPage(
    issue,
    answers.map(({ body }) => body),
  )
}

export function readDiscussion(discussion: Discussion): ListedPage {
  const { answer } = discussion
  return answer === null || answer.isMinimized
    ? skip('It has no accepted answer.')
    : toPage(discussion, [answer.body])
}

const skip = (reason: string): ListedPage => ({ kind: 'skipped', reason })

const isAnswer = ({ author, authorAssociation, isMinimized, body }: Comment): boolean =>
  !isMinimized &&
  author?.__typename !== 'Bot' &&
  MAINTAINERS.has(authorAssociation) &&
  withoutQuotes(body) !== ''

function toPage(
  { title, body, url, createdAt }: Issue | Discussion,
  answers: readonly string[],
): ListedPage {
  const parts = [
    `# ${title.replace(/\s+/g, ' ')}`,
    body,
    '## Answer',
    ...answers.map(withoutQuotes),
  ]
  return {
    kind: 'fetched',
    page: {
      url,
      title,
      content: parts
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .join('\n\n'),
      contentType: 'text/markdown',
      publishedAt: new Date(createdAt),
      validators: null,
    },
  }
}

/** Without what a comment quotes of the one before; an alert such as `> [!NOTE]` is its own. */
const withoutQuotes = (markdown: string): string =>
  markdown
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .filter((paragraph) => !isQuote(paragraph))
    .join('\n\n')
    .trim()

const isQuote = (paragraph: string): boolean =>
  !/^>\s*\[!/.test(paragraph) && paragraph.split('\n').every((line) => line.startsWith('>'))
