import { join } from 'node:path'
import { build } from 'vite'
import webpack from 'webpack'
import { inProduction } from '../../../scripts/lib/in-production.ts'

/** A folder with a `main.js`, and the name of the folder in it that the bundler writes to. */
export type App = { readonly folder: string; readonly outDir: string }

/** Builds as most apps do. Resolves with the files that a page loads at once, `main.js` first. */
export const BUNDLERS: Readonly<Record<string, (app: App) => Promise<string[]>>> = {
  Vite: buildWithVite,
  webpack: buildWithWebpack,
}

async function buildWithVite({ folder, outDir }: App): Promise<string[]> {
  const built = await inProduction(() =>
    build({
      configFile: false,
      logLevel: 'error',
      root: folder,
      base: './',
      build: {
        outDir,
        rolldownOptions: {
          input: join(folder, 'main.js'),
          output: { entryFileNames: 'main.js' },
        },
      },
    }),
  )
  if (Array.isArray(built) || !('output' in built)) throw new Error('Vite built no app')
  const files = ['main.js']
  // It grows while it is read: what a file imports is loaded with it.
  for (const file of files) {
    const chunk = built.output.find(({ fileName }) => fileName === file)
    if (chunk?.type === 'chunk')
      files.push(...chunk.imports.filter((each) => !files.includes(each)))
  }
  return files
}

async function buildWithWebpack({ folder, outDir }: App): Promise<string[]> {
  const compiler = webpack({
    mode: 'production',
    context: folder,
    entry: './main.js',
    output: { path: join(folder, outDir), filename: 'main.js' },
  })
  const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
    compiler.run((error, done) => (error ? reject(error) : resolve(done)))
  })
  await new Promise((resolve) => compiler.close(resolve))
  const { errors = [], entrypoints = {} } = stats?.toJson() ?? {}
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return (entrypoints['main']?.assets ?? []).map(({ name }) => name)
}
