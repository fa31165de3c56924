import { buildConsole } from '../../../console/build-console.ts'
import { buildWidget } from '../../../widget/build-widget.ts'

/** The service serves what was built last, so browser tests build what is there now. */
export async function setup(): Promise<void> {
  await buildWidget()
  await buildConsole()
}
