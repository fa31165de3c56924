/** A path that stays below the folder it is unpacked to, with plain slashes; or null. */
export function safePath(name: string): string | null {
  const plain = name.replaceAll('\\', '/')
  if (/^\/|^[a-z]:/i.test(plain) || hasControlCharacter(plain)) return null
  const parts = plain.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.length === 0 || parts.includes('..')) return null
  return parts.join('/')
}

const hasControlCharacter = (text: string): boolean => /\p{Cc}/u.test(text)

/** What tools leave in archives, and what is an archive itself. */
export function isClutter(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')
}

export const isArchivePath = (path: string): boolean =>
  /\.(?:zip|tar|tgz|gz|bz2|xz|zst|7z|rar|jar)$/i.test(path)
