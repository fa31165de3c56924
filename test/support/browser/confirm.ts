import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Presses a dialog's button, after what has to be typed first. */
export async function confirm(page: Page, action: string, typed?: string): Promise<void> {
  const dialog = page.getByRole('dialog').last()
  const button = dialog.getByRole('button', { name: action, exact: true }).last()
  expect(await button.isDisabled()).toBe(typed !== undefined)
  if (typed !== undefined) {
    await dialog.getByLabel(`Type “${typed}” to confirm`).fill(typed)
  }
  await button.click()
}
