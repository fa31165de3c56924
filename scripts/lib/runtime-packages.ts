import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Where ONNX Runtime's libraries are needed. Each is tens of megabytes. */
const SYSTEMS = ['linux/x64', 'linux/arm64', 'darwin/arm64']

const Manifest = z.looseObject({
  version: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
})

/**
 * Copies packages that cannot be bundled, and what they need to run, and returns their versions. They
 * are part of our package, so installing it fetches nothing else and runs no script: the one of ONNX
 * Runtime downloads libraries for graphics cards, and fails where it may not.
 */
export async function copyRuntimePackages(
  from: string,
  to: string,
  names: readonly string[],
): Promise<Record<string, string>> {
  const versions: Record<string, string> = {}
  const waiting = [...names]
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const folder = join(from, name)
    await cp(folder, join(to, name), {
      recursive: true,
      filter: (path) => isNeeded(path.slice(folder.length + 1)),
    })
    const source = Manifest.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
    const { scripts: _scripts, devDependencies: _forDevelopment, ...manifest } = source
    const dependencies = neededBy(name, source.dependencies)
    await writeFile(
      join(to, name, 'package.json'),
      `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`,
    )
    versions[name] = source.version
    waiting.push(...Object.keys(dependencies).filter((each) => !(each in versions)))
  }
  return versions
}

/** Whether a path within a package is needed. */
function isNeeded(path: string): boolean {
  const library = /^bin\/napi-v\d+\/(.+)$/.exec(path)?.[1]
  if (library !== undefined) {
    // The program loads libonnxruntime.1.dylib; the package has it a second time under its full version.
    if (/\.\d+\.\d+\.\d+\.dylib$/.test(library)) return false
    return SYSTEMS.some(
      (system) => `${library}/`.startsWith(`${system}/`) || system.startsWith(`${library}/`),
    )
  }
  // The last is Playwright's own pages, for people who record and trace.
  return path !== 'script' && !path.endsWith('.d.ts') && path !== 'lib/vite'
}

/** The others are for ONNX Runtime's install script. */
const neededBy = (name: string, dependencies: Record<string, string>): Record<string, string> =>
  name === 'onnxruntime-node'
    ? { 'onnxruntime-common': dependencies['onnxruntime-common'] ?? '' }
    : dependencies
