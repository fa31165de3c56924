/** Query variants of one path: mostly pages of a list. */
const MAX_QUERIES_A_PATH = 50
/** Paths that differ only in numbers, such as the days of a calendar. */
const MAX_NUMBERED_PATHS = 1_000
const MAX_SEGMENTS = 20
/** A wrong relative link leads to /a/b/a/b/a/b and so on. */
const MAX_SAME_SEGMENTS = 3

/** Admits pages until they look like an endless series. */
export type TrapGuard = { admits(key: string): boolean }

export function createTrapGuard(): TrapGuard {
  const groups = new Map<string, Set<string>>()
  const hasRoom = (group: string, member: string, max: number): boolean => {
    const members = groups.get(group) ?? new Set()
    if (members.has(member)) return true
    if (members.size >= max) return false
    groups.set(group, members.add(member))
    return true
  }
  return {
    admits(key) {
      const { pathname, search } = new URL(key)
      if (!hasSoundPath(pathname)) return false
      if (search !== '' && !hasRoom(`${pathname}?`, search, MAX_QUERIES_A_PATH)) return false
      const pattern = pathname.replaceAll(/\d+/g, '0')
      return pattern === pathname || hasRoom(pattern, pathname, MAX_NUMBERED_PATHS)
    },
  }
}

function hasSoundPath(pathname: string): boolean {
  const counts = new Map<string, number>()
  const segments = pathname.split('/').filter((segment) => segment !== '')
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1)
  return (
    segments.length <= MAX_SEGMENTS &&
    segments.every((segment) => (counts.get(segment) ?? 0) <= MAX_SAME_SEGMENTS)
  )
}
