import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InlineConfig } from 'vite'
import { build } from 'vite'
import { inProduction } from '../scripts/lib/in-production.ts'

const here = import.meta.dirname

/** Where the service looks for it. */
export const WIDGET_DIR = join(here, 'dist')

/** What every build has in common. */
export const shared: InlineConfig = {
  root: here,
  configFile: false,
  logLevel: 'warn',
  // Chunks find each other beside themselves, wherever the folder is served.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
}

/** Those that the built files run in. */
export const browsers: InlineConfig['build'] = {
  target: 'es2022',
  cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
  modulePreload: false,
}

const LATER =
  /parse\.ts|highlight|captcha|websocket\/|form\/|selection\/|(search|ai-tool|resizer|comment|contact)[\w-]*\.(tsx?|css)|texts\/(more\/)?\w\w\.ts/

/** For all that the panel needs at once: five files would compress worse than one. */
export const isCore = (id: string): boolean =>
  /preact/.test(id) ||
  id.includes('/src/texts/en.ts') ||
  (/\/(widget\/src|sdk\/src)\//.test(id) && !LATER.test(id))

/** Modules that the loader imports when they are needed, each under a name with its hash. */
async function buildModules(outDir: string): Promise<string> {
  await build({
    ...shared,
    build: {
      outDir,
      emptyOutDir: true,
      ...browsers,
      manifest: 'manifest.json',
      rolldownOptions: {
        input: { panel: join(here, 'src/panel/main.tsx') },
        // What the others share stays in the panel's file, which is always there first.
        preserveEntrySignatures: 'allow-extension',
        output: {
          entryFileNames: 'widget/[name]-[hash].js',
          chunkFileNames: 'widget/[name]-[hash].js',
          codeSplitting: { groups: [{ name: 'core', test: isCore }] },
        },
      },
    },
  })
  const manifest: Record<string, { file: string; isEntry?: boolean }> = JSON.parse(
    await readFile(join(outDir, 'manifest.json'), 'utf8'),
  )
  const panel = Object.values(manifest).find(({ isEntry }) => isEntry)
  if (!panel) throw new Error('The build has no panel')
  return panel.file
}

/** A classic script, because only those know their own address and their own `data-*`. */
async function buildLoader(outDir: string, panelFile: string): Promise<void> {
  await build({
    ...shared,
    define: { PANEL_FILE: JSON.stringify(panelFile) },
    build: {
      outDir,
      emptyOutDir: false,
      ...browsers,
      rolldownOptions: {
        input: join(here, 'src/loader/main.ts'),
        output: { format: 'iife', entryFileNames: 'widget.js' },
      },
    },
  })
}

/** Builds `widget.js`, and the modules in `widget/` that it imports when they are needed. */
export async function buildWidget(outDir = WIDGET_DIR): Promise<void> {
  await inProduction(async () => buildLoader(outDir, await buildModules(outDir)))
}
