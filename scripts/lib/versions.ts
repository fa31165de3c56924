const VERSION = String.raw`\d+\.\d+\.\d+(?:-[\w.]+)?`

type NamedVersion = { file: string; pattern: RegExp }
const named = (file: string, before: string): NamedVersion => ({
  file,
  pattern: new RegExp(`(?<before>${before})(?<version>${VERSION})`, 'gm'),
})

/** Where the version of the packages stands besides their manifests. */
export const NAMED_VERSIONS: readonly NamedVersion[] = [
  named('package.json', '^  "version": "'),
  named('deploy/helm/footnote/Chart.yaml', '^(?:version|appVersion): '),
  named('python/footnote_client/_version.py', '^VERSION = "'),
  named('deploy/kubernetes/overlays/example/kustomization.yaml', '^ +newTag: '),
  named('docs/guides/client.md', 'footnote-client-'),
  named('docs/guides/kubernetes.md', 'registry\\.example\\.com/footnote:'),
]

const UNRELEASED = '## Unreleased\n'

/** The changelog with what was unreleased under a version, and nothing unreleased. */
export function releaseNotes(changelog: string, version: string, date: string): string {
  if (!changelog.includes(UNRELEASED)) throw new Error('CHANGELOG.md has no part "Unreleased".')
  if (changelog.includes(`\n## ${version} - `))
    throw new Error(
      `CHANGELOG.md says already what ${version} has. Give the packages the next version.`,
    )
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version} - ${date}\n`)
}

/** What the changelog says of a version. Its links lead to the files of that version, from wherever it is read. */
export function getNotes(changelog: string, version: string, repository: string): string {
  const part = changelog.split(/^## /m).find((each) => each.startsWith(`${version} - `))
  if (part === undefined) throw new Error(`CHANGELOG.md has no part "${version}".`)
  const files = `${repository.replace(/^git\+|\.git$/g, '')}/blob/v${version}/`
  const text = part.slice(part.indexOf('\n')).trim()
  return `${text.replaceAll(/\]\((?!https?:)/g, `](${files}`)}\n`
}
