import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { build } from 'vite'
import { inProduction } from '../scripts/lib/in-production.ts'

const here = import.meta.dirname

/** Where the service looks for it. */
export const CONSOLE_DIR = join(here, 'dist')

/** Builds the console's page, and the files that it loads, each under a name with its hash. */
export async function buildConsole(outDir = CONSOLE_DIR): Promise<void> {
  await inProduction(() =>
    build({
      root: here,
      configFile: false,
      logLevel: 'warn',
      base: '/console/',
      plugins: [tailwindcss({ optimize: false })],
      oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
      build: {
        outDir,
        emptyOutDir: true,
        target: 'es2022',
        cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
        // The content security policy allows files of this origin, and no data: addresses.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        manifest: 'manifest.json',
        rolldownOptions: {
          // Libraries mark what must not run on a server; nothing of this does.
          onLog(level, log, handle) {
            if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
          },
          input: { index: join(here, 'index.html'), preview: join(here, 'preview.html') },
        },
      },
    }),
  )
}
