import { buildConsole } from '../../../console/build-console.ts'
import { buildWidget } from '../../../widget/build-widget.ts'

/** The service serves what was built last, so browser tests build what is there now, unless scripts/check has. */
export async function setup(): Promise<void> {
  if (process.env['FOOTNOTE_TEST_CLI'] !== undefined) return
  await buildWidget()
  await buildConsole()
}
