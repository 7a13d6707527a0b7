import { createHash } from 'node:crypto'

/** An SVG of 160 px: the initials of `label` on a colour and a shape derived from `seed`. */
export function drawImage(seed: string, label: string): string {
  const [hue = 0, turn = 0, shape = 0] = createHash('sha256').update(seed).digest()
  const angle = Math.round((hue / 255) * 360)
  const initials = label
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0])
    .join('')
    .toUpperCase()
  const shapes = [
    `<circle cx="${40 + turn / 3}" cy="44" r="62"/>`,
    `<path d="M0 ${60 + turn / 4}L160 ${20 + turn / 4}V160H0Z"/>`,
    `<path d="M${turn / 2} 0h70L160 160H${turn / 4}Z"/>`,
    `<circle cx="80" cy="80" r="64" fill="none" stroke="hsl(${angle} 60% 62%)" stroke-width="14"/>`,
  ]
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160" viewBox="0 0 160 160">',
    `<rect width="160" height="160" fill="hsl(${angle} 58% 34%)"/>`,
    `<g fill="hsl(${angle} 60% 46%)">${shapes[shape % shapes.length]}</g>`,
    '<text x="80" y="84" fill="#fff" font-family="system-ui, sans-serif" font-size="64" font-weight="600"',
    ` text-anchor="middle" dominant-baseline="middle">${initials}</text></svg>`,
  ].join('')
}
