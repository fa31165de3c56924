import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** Where what is published lies: the packages, as npm packs them. */
export const RELEASE = join(ROOT, 'release')

/** What is published, and the folders that `npm run build:packages` writes. */
export const PACKAGES = [
  { name: '@footnote/cli', folder: 'build', isImported: false },
  { name: '@footnote/client', folder: 'sdk/dist', isImported: true },
  { name: '@footnote/widget', folder: 'widget/package', isImported: true },
] as const
