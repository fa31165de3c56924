export type Lockfile = { packages: Record<string, LockedPackage> }
type LockedPackage = { integrity?: string; resolved?: string; link?: boolean }

/**
 * Packages that npm would install without a digest, and registry addresses. Everybody chooses their
 * own registry; the digest makes sure that it serves the same bytes.
 */
export function lockfileFaults({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([path, { integrity, resolved, link }]) => {
    // Our own folders and the links to them.
    if (link === true || !path.includes('node_modules/')) return []
    return [
      ...(integrity?.startsWith('sha512-') === true ? [] : [`${path} has no SHA-512 integrity`]),
      ...(resolved === undefined ? [] : [`${path} names where it was fetched from`]),
    ]
  })
}
