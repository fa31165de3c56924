import type { Rgb } from './contrast.ts'
import { contrast, luminance, MIN_CONTRAST, onColor, parseRgb, toCss } from './contrast.ts'

const STEP = 0.02

/**
 * Sets the accent that is drawn: the page's own, moved until it can be read. Through CSSOM, since
 * `style` attributes fail under a strict policy.
 */
export function applyAccent(root: HTMLElement, accent: string | undefined): void {
  for (const name of ['--accent', '--on-accent', '--tint']) root.style.removeProperty(name)
  const page = getComputedStyle(root)
  const wanted = page.getPropertyValue('--fn-accent').trim() || accent
  const surface = compute(root, 'var(--surface)')
  if (!wanted || !surface) return
  const color = readable(root, wanted, surface)
  if (!color) return
  root.style.setProperty('--accent', toCss(color))
  root.style.setProperty('--on-accent', page.getPropertyValue('--fn-on-accent') || onColor(color))
  // A tint of the brand's own colour, not of ours.
  root.style.setProperty('--tint', `color-mix(in oklab, ${toCss(color)} 12%, var(--surface))`)
}

/** The colour, moved in lightness until it can be read on the surface. Its hue stays. */
function readable(root: HTMLElement, color: string, surface: Rgb): Rgb | undefined {
  const direction = luminance(surface) > 0.18 ? -STEP : STEP
  let moved = compute(root, color)
  for (let steps = 1; moved && steps <= 1 / STEP; steps += 1) {
    if (contrast(moved, surface) >= MIN_CONTRAST) return moved
    const lightness = `calc(l + ${steps * direction})`
    moved = compute(root, `color(from oklch(from ${color} ${lightness} c h) srgb r g b)`) ?? moved
  }
  return moved
}

/** What the browser makes of a colour; undefined when it does not know it. */
function compute(root: HTMLElement, value: string): Rgb | undefined {
  const probe = document.createElement('i')
  probe.style.color = value
  // An unknown colour leaves the style empty, and the inherited colour would be read.
  if (probe.style.color === '') return undefined
  root.append(probe)
  const color = parseRgb(getComputedStyle(probe).color)
  probe.remove()
  return color
}
