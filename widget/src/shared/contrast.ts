export type Rgb = readonly [number, number, number]

/** WCAG asks for 4.5; a marker stands on a tint of its own colour, which takes a sixth of it. */
export const MIN_CONTRAST = 5.4

/** `rgb(…)` or `color(srgb …)`, as computed styles have them, each part from 0 to 1. */
export function parseRgb(color: string): Rgb | undefined {
  const scale = color.startsWith('rgb') ? 255 : 1
  const [, ...numbers] = /^(?:rgba?\(|color\(srgb )(\S+?),? (\S+?),? ([^\s,)]+)/.exec(color) ?? []
  const [red, green, blue] = numbers.map((text) => Math.min(1, Math.max(0, Number(text) / scale)))
  if (red === undefined || green === undefined || blue === undefined) return undefined
  return [red, green, blue]
}

const toLinear = (channel: number): number =>
  channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

export const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)

export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Black or white, whichever can be read better on it. */
export const onColor = (color: Rgb): string =>
  contrast(color, [1, 1, 1]) >= contrast(color, [0, 0, 0]) ? '#fff' : '#000'

export const toCss = (color: Rgb): string =>
  `rgb(${color.map((channel) => Math.round(channel * 255)).join(' ')})`
