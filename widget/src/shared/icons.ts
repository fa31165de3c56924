/** Paths of a 24 by 24 grid, drawn with a line of 1.5. */
export const ICONS = {
  plus: 'M12 5v14M5 12h14',
  plug: 'M9 7H6a3 3 0 0 0 0 10h3M15 7h3a3 3 0 0 1 0 10h-3M8 12h8',
  close: 'm6 6 12 12M18 6 6 18',
  copy: 'M8 8h12v12H8zM4 16V4h12',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  up: 'M7 10v11H3V10zM7 10l4-8a3 3 0 0 1 3 3v4h5a2 2 0 0 1 2 2.3l-1.3 8A2 2 0 0 1 17.7 21H7',
  down: 'M17 14V3h4v11zM17 14l-4 8a3 3 0 0 1-3-3v-4H5a2 2 0 0 1-2-2.3l1.3-8A2 2 0 0 1 6.3 3H17',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M7 7h10v10H7z',
  warn: 'M12 4 2.5 20h19zM12 10v4M12 17v.1',
  again: 'M4 12a8 8 0 1 1 2.5 5.8M4 20v-5h5',
  offline: 'M3 3l18 18M8.5 15a5 5 0 0 1 7 0M5 11a10 10 0 0 1 4-2.3M15 8.7A10 10 0 0 1 19 11',
  info: 'M12 8v.1M12 11v5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4 4',
  page: 'M6 3h8l4 4v14H6zM9 12h6M9 16h6',
  check: 'm5 13 4 4L19 7',
  back: 'm15 5-7 7 7 7',
  more: 'M12 5v14M6 13l6 6 6-6',
} as const
export type IconName = keyof typeof ICONS

/** The rule and a superior one. */
export const RULE = 'M3 16.2h9.6v2.6H3z'
export const SUPERIOR_ONE = 'M14.6 6.3l3-1.7h1.6v8.1h1.7v1.8h-5.9v-1.8h1.9V7.2l-2.3 1.2z'
