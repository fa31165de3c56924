import { buildWidget } from './build-widget.ts'

await buildWidget()
