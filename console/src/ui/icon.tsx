/** Paths of a 24 by 24 grid, drawn with a line of 1.5. */
const ICONS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'm6 6 12 12M18 6 6 18',
  down: 'm6 9 6 6 6-6',
  plus: 'M12 5v14M5 12h14',
  check: 'm5 13 4 4L19 7',
  copy: 'M8 8h12v12H8zM4 16V4h12',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4 4',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M7 7h10v10H7z',
  warn: 'M12 4 2.500 20h19zM12 10v4M12 17v.1',
  open: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  back: 'm15 5-7 7 7 7',
} as const
export type IconName = keyof typeof ICONS

export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    className="flex-none"
  >
    <path d={ICONS[name]} />
  </svg>
)
