import { RULE, SUPERIOR_ONE } from '../shared/icons.ts'

const SVG = 'http://www.w3.org/2000/svg'

/** The mark as an element, where there is no Preact to draw it. */
export function drawMark(): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.ariaHidden = 'true'
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', RULE + SUPERIOR_ONE)
  svg.append(path)
  return svg
}
