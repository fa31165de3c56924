import type { IconName } from '../shared/icons.ts'
import { ICONS, RULE, SUPERIOR_ONE } from '../shared/icons.ts'

export const Icon = ({ name }: { name: IconName }) => (
  <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d={ICONS[name]} />
  </svg>
)

export const Mark = () => (
  <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="6" />
    <path d="M4.500 16.200h8.600v2.600H4.500z" />
    <path d={SUPERIOR_ONE} />
  </svg>
)

/** Without its tile. */
export const BareMark = () => (
  <svg class="bare-mark" viewBox="0 0 24 24" aria-hidden="true">
    <path d={RULE} />
    <path d={SUPERIOR_ONE} />
  </svg>
)
