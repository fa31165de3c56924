import { formatNumber } from '../../ui/format.ts'
import { t } from './texts.ts'

/** As many as the server counts at most. */
const MAX_COUNTED = 100_000
const MAX_COUNTED_MATCHES = 1000

/** How many pages there are. */
export function countText(total: number, searched: string | undefined): string {
  const most = searched === undefined ? MAX_COUNTED : MAX_COUNTED_MATCHES
  return t.pages.count(`${formatNumber(total)}${total >= most ? '+' : ''}`, total)
}
