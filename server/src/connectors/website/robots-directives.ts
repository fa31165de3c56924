export type Directives = { noindex: boolean; nofollow: boolean }

/** `max-snippet:20` has a colon too, but names no robot. */
const WITH_VALUES = /^(?:max-[a-z-]+|unavailable_after)$/

/** What `<meta name="robots">` and X-Robots-Tag ask of all robots, or of this one by name. */
export function readDirectives(
  robotName: string,
  metas: readonly { name: string; content: string }[],
  header: string | null,
): Directives {
  const name = robotName.toLowerCase()
  const fromMetas = metas
    .filter((meta) => meta.name === 'robots' || meta.name === name)
    .flatMap((meta) => meta.content.split(','))
  const asked = new Set(
    [...fromMetas, ...forRobot(header ?? '', name)].map((each) => each.trim().toLowerCase()),
  )
  return {
    noindex: asked.has('noindex') || asked.has('none'),
    nofollow: asked.has('nofollow') || asked.has('none'),
  }
}

/** `noindex, otherbot: nofollow, footnotebot: noindex`: a name applies to everything after it. */
function forRobot(header: string, name: string): string[] {
  let addressee: string | null = null
  const directives: string[] = []
  for (const part of header.split(',')) {
    const [, named, rest] = /^\s*([^:\s]+)\s*:(.*)$/.exec(part) ?? []
    const isName = named !== undefined && !WITH_VALUES.test(named.toLowerCase())
    if (isName) addressee = named.toLowerCase()
    if (addressee === null || addressee === name) directives.push(isName ? (rest ?? '') : part)
  }
  return directives
}
