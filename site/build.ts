import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vitepress'
import { inProduction } from '../scripts/lib/in-production.ts'
import { siteFaults } from './src/check-site.ts'
import { menuFaults } from './src/menu.ts'
import { stagePages } from './src/stage-pages.ts'
import { widgetSettings } from './src/widget-settings.ts'

const here = import.meta.dirname
const { values } = parseArgs({ options: { out: { type: 'string', default: join(here, 'dist') } } })

stop(menuFaults())
stagePages(join(here, '.pages'))
await inProduction(() => build(here, { outDir: values.out }))
const widget = widgetSettings(process.env)
stop(siteFaults(values.out, widget === undefined ? [] : [widget.serviceUrl]))

function stop(faults: readonly string[]): void {
  if (faults.length === 0) return
  for (const fault of faults) console.error(fault)
  process.exit(1)
}
