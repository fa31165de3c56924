/** What is wrong with a field: a predicate such as "must not be blank", or whole sentences. */
export type RefusalDetail = { path: string; message: string }

/** The fields that readers fill in themselves, as they would call them. */
const READERS_NAMES: Record<string, string> = {
  query: 'Your question',
  description: 'Your message',
  subject: 'Your subject',
  comment: 'Your comment',
}

/** The sentence to show for what is wrong with some fields. */
export function explainDetails([first, ...others]: readonly RefusalDetail[]): string | undefined {
  if (!first) return undefined
  const sentence = getSentence(first)
  const paths = new Set(others.map(({ path }) => path).filter((path) => path !== first.path))
  if (paths.size === 0) return sentence
  const more = paths.size === 1 ? '1 more field is' : `${paths.size} more fields are`
  return `${sentence} ${more} not valid.`
}

function getSentence({ path, message }: RefusalDetail): string {
  // Already whole sentences.
  if (/^[A-Z].*\.$/s.test(message)) return message
  return `${getName(path)} ${message}.`
}

function getName(path: string): string {
  if (path === '') return 'The request'
  return READERS_NAMES[path] ?? `The field ${path}`
}
