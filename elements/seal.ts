import { seal } from '../src/lib/engraving'

const SVG = 'http://www.w3.org/2000/svg'

/** Draws the account's seal (its generated avatar) at 30 px into `into`; decoration only. */
export function drawSeal(into: Element, address: string): void {
  const { hues, bands } = seal(address, 30)
  const svg = make('svg', { viewBox: '-20 -20 40 40', 'aria-hidden': 'true' })
  svg.append(make('circle', { r: '20', fill: `oklch(.47 .125 ${hues[1]})` }))
  for (const { d, turns, width } of bands)
    for (const turn of turns)
      svg.append(
        make('path', {
          d,
          fill: 'none',
          stroke: '#fff',
          opacity: '.78',
          'stroke-width': `${width}`,
          transform: `rotate(${turn})`,
        }),
      )
  into.replaceChildren(svg)
}

function make(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}
