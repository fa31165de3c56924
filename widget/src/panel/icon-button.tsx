import type { IconName } from '../shared/icons.ts'
import { Icon } from './icon.tsx'

type State = { 'aria-pressed'?: boolean; 'aria-expanded'?: boolean }

/** A button that is only an icon; its label is read out and shown on hover. */
export const IconButton = ({
  icon,
  label,
  onClick,
  ...state
}: State & { icon: IconName; label: string; onClick: () => void }) => (
  <button
    type="button"
    class="icon-button"
    part="action"
    aria-label={label}
    title={label}
    {...state}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
)
