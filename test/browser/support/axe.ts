import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const AXE = join(import.meta.dirname, '../../../node_modules/axe-core/axe.min.js')

/** What axe finds in the widget as it is drawn now. */
export const violations = (page: Page): Promise<string[]> => violationsIn(page, 'footnote-widget')

/** What axe finds on the whole page. */
export const violationsOfPage = (page: Page): Promise<string[]> => violationsIn(page, 'html')

async function violationsIn(page: Page, selector: string): Promise<string[]> {
  if (await page.evaluate(`typeof axe === 'undefined'`)) {
    await page.evaluate(await readFile(AXE, 'utf8'))
  }
  const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    `axe.run('${selector}', { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** In the light theme and in the dark. The page stays in the dark one. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const theme of ['light', 'dark']) {
    await page.evaluate(`Footnote.update({ theme: '${theme}' })`)
    found.push(...(await violations(page)).map((each) => `${theme}: ${each}`))
  }
  return found
}
