/** As the service marks a question that no page covers; a page must not be saved with it. */
const TODO = /TODO: not covered by the documentation:/g

/** How many are left. */
export const openQuestions = (markdown: string): number => markdown.match(TODO)?.length ?? 0

/** An address for the page, beside the one that comes nearest. */
export function suggestAddress(title: string, nearest: string | undefined): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
  return nearest !== undefined && URL.canParse(nearest) ? new URL(`./${name}`, nearest).href : ''
}
