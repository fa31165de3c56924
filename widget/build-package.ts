import { join } from 'node:path'
import { writeWidgetPackage } from './write-package.ts'

/** `npm publish widget/package` publishes what this writes. */
await writeWidgetPackage(join(import.meta.dirname, 'package'))
