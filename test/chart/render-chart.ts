import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Debian puts the sources of Go packages. */
const GO_PACKAGES = '/usr/share/gocode'

export type ChartRenderer = {
  /** The text of each template, by file name. Throws what a template says it lacks. */
  render(folder: string, root: Readonly<Record<string, unknown>>): Record<string, string>
  remove(): void
}

/** Builds the renderer in `render/`, which is Helm's engine without Helm. */
export function buildChartRenderer(): ChartRenderer {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-chart-'))
  const program = join(folder, 'render')
  execFileSync('go', ['build', '-o', program, join(import.meta.dirname, 'render/main.go')], {
    env: {
      ...process.env,
      GO111MODULE: 'off',
      GOPATH: GO_PACKAGES,
      GOCACHE: join(folder, 'cache'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return {
    render: (templates, root) =>
      JSON.parse(
        execFileSync(program, {
          input: JSON.stringify({ folder: templates, root }),
          encoding: 'utf8',
          stdio: 'pipe',
        }),
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
