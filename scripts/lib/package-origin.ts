import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '../..')

const Origin = z.object({
  homepage: z.url(),
  bugs: z.url(),
  repository: z.object({ type: z.literal('git'), url: z.string().regex(/^git\+https:.+\.git$/) }),
})

type Repository = z.infer<typeof Origin>['repository'] & { directory: string }
export type PackageOrigin = Omit<z.infer<typeof Origin>, 'repository'> & { repository: Repository }

/**
 * Where a published package comes from. npm refuses a package with provenance whose repository is not
 * the one that its workflow ran in.
 */
export function packageOrigin(directory: string): PackageOrigin {
  const manifest: unknown = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { repository, ...origin } = Origin.parse(manifest)
  return { ...origin, repository: { ...repository, directory } }
}
