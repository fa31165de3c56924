import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * Writes the requirements that passing tests cite, one file per project, so that separate runs and a
 * single run leave the same record.
 */
export function requirementsReporter(directory: string): Reporter {
  return {
    async onTestRunEnd(testModules) {
      await mkdir(directory, { recursive: true })
      const byProject = Object.entries(Object.groupBy(testModules, (one) => one.project.name))
      await Promise.all(
        byProject.map(([project, modules = []]) =>
          writeFile(
            join(directory, `${encodeURIComponent(project) || 'root'}.json`),
            `${JSON.stringify(provenBy(modules), undefined, 2)}\n`,
          ),
        ),
      )
    },
  }
}

function provenBy(modules: readonly TestModule[]): string[] {
  const proven = new Set<string>()
  for (const module of modules) {
    for (const one of module.children.allTests('passed')) {
      for (const id of one.meta().requirements ?? []) proven.add(id)
    }
  }
  return [...proven].sort()
}
