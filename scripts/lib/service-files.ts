/**
 * What the built service reads besides its code. The docs and the scripts are for `footnote demo`, with
 * the files that those scripts source.
 */
export const SERVICE_FILES = [
  'LICENSE',
  'console/dist',
  'docs',
  'scripts/lib/licences/Apache-2.0.txt',
  'scripts/lib/licences/MIT.txt',
  'scripts/lib/npm-archive',
  'scripts/lib/services-postgres',
  'scripts/lib/services-redis',
  'scripts/models',
  'scripts/services',
  'server/migrations',
  'widget/dist',
]
