import { hueOf, initialOf } from '../lib/letter-tile'
import { flip, icons } from './icons'
import { loadedImages } from './loaded-images'

type Value = string | number | boolean | undefined | (() => void)
type Child = Node | string | undefined | false

const SVG = 'http://www.w3.org/2000/svg'

/** Creates an element. An attribute that is `undefined` is left out; a function becomes the click handler. */
export function draw(tag: string, attributes: Readonly<Record<string, Value>>, ...children: Child[]): HTMLElement {
  const node = document.createElement(tag)
  dress(node, attributes)
  node.append(...children.filter((each): each is Node | string => each !== undefined && each !== false))
  return node
}

function dress(node: Element, attributes: Readonly<Record<string, Value>>) {
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === 'function') node.addEventListener('click', value)
    else if (value !== undefined) node.setAttribute(name, String(value))
}

/** The same as the component `Icon`. */
export function drawIcon(name: keyof typeof icons, size: number): Element {
  const svg = document.createElementNS(SVG, 'svg')
  dress(svg, { class: 'icon', viewBox: '0 0 24 24', 'data-size': size, 'data-flip': flip.has(name) || undefined })
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', icons[name])
  svg.append(path)
  return svg
}

/** The same as the component `WalletIcon`. */
export function drawPicture(name: string, src: string | null | undefined, size = 40): HTMLElement {
  const tile = drawTile(src ? 'loading' : 'failed', size, hueOf(name))
  const letter = () => {
    tile.dataset.status = 'failed'
    tile.replaceChildren(draw('span', { class: 'wallet-icon-letter' }, initialOf(name)))
  }
  if (!src) letter()
  else {
    const image = document.createElement('img')
    Object.assign(image, { alt: '', referrerPolicy: 'no-referrer', decoding: 'async', draggable: false, src })
    image.onload = () => {
      tile.dataset.status = 'loaded'
      loadedImages.add(src)
    }
    image.onerror = letter
    tile.append(image)
  }
  return tile
}

/** The box of a picture. */
export function drawTile(status: string, size = 40, hue?: number): HTMLElement {
  const tile = draw('span', { class: 'wallet-icon', 'data-shape': 'tile', 'data-status': status, 'aria-hidden': true })
  tile.style.setProperty('--size', String(size))
  if (hue !== undefined) tile.style.setProperty('--hue', String(hue))
  return tile
}
