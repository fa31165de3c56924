import robotsParser from 'robots-parser'

export type Robots = {
  allows(url: string): boolean
  crawlDelayMs: number
  sitemaps: readonly string[]
}

/** With longer delays a site could not be crawled in a day, so they are capped. */
const MAX_CRAWL_DELAY_MS = 30_000

export const ALLOW_ALL: Robots = { allows: () => true, crawlDelayMs: 0, sitemaps: [] }

export function readRobots(url: string, text: string, robotName: string): Robots {
  const robots = parse(url, text)
  const delaySeconds = robots.getCrawlDelay(robotName) ?? 0
  return {
    allows: (page) => robots.isAllowed(page, robotName) !== false,
    crawlDelayMs: Math.min(Math.max(delaySeconds * 1000, 0), MAX_CRAWL_DELAY_MS),
    sitemaps: robots.getSitemaps(),
  }
}

type Parse = (typeof robotsParser)['default']

/** Its types describe an ES module, but the import is the function itself. */
function parse(...[url, text]: Parameters<Parse>): ReturnType<Parse> {
  const imported: unknown = robotsParser
  if (!isParse(imported)) throw new TypeError('robots-parser is not a function')
  return imported(url, text)
}

const isParse = (imported: unknown): imported is Parse => typeof imported === 'function'
