export type Lockfile = { packages: Record<string, LockedPackage> }
type LockedPackage = { integrity?: string; resolved?: string; link?: boolean; inBundle?: boolean }

/**
 * Packages that npm would install without a digest, and registry addresses. Everybody chooses their
 * own registry; the digest makes sure that it serves the same bytes.
 */
export function lockfileFaults({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([path, { integrity, resolved, link, inBundle }]) => {
    // Our own folders and the links to them.
    if (link === true || !path.includes('node_modules/')) return []
    return [
      // What a package brings along is within its own digest.
      ...(inBundle === true || integrity?.startsWith('sha512-') === true
        ? []
        : [`${path} has no SHA-512 integrity`]),
      ...(resolved === undefined ? [] : [`${path} names where it was fetched from`]),
    ]
  })
}
