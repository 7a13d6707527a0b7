import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect, openBare, test } from './fixtures'

type Axed = typeof window & { axe: { run(where: Document, options: RunOptions): Promise<AxeResults> } }

test('a thousand accents: text on a fill, links and body text are readable in both colour schemes', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openBare(page, urls, stackAttributes)
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Connect' }))
  const worst = await page.evaluate(() => {
    const modal = document.querySelector('wallet-modal')
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!modal || !context) throw new Error('A modal and a canvas are expected')
    const style = getComputedStyle(modal)
    const luminance = (name: string) => {
      context.fillStyle = style.getPropertyValue(name)
      context.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrast = (one: string, other: string) => {
      const [a, b] = [luminance(one), luminance(other)]
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
    }
    const pairs = [
      ['--wm-on-fill', '--wm-fill', 4.5],
      ['--wm-on-fill', '--wm-fill-hover', 4.5],
      ['--wm-link', '--wm-bg', 4.5],
      ['--wm-text', '--wm-bg', 7],
      ['--wm-focus', '--wm-bg', 3],
    ] as const
    const failed: string[] = []
    // The same thousand each time, spread over all colours.
    let seed = 8
    const next = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      return seed >>> 8
    }
    for (const theme of ['light', 'dark'] as const) {
      modal.setAttribute('theme', theme)
      for (let count = 0; count < 1_000; count++) {
        const accent = `#${next().toString(16).padStart(6, '0')}`
        modal.style.setProperty('--wm-accent', accent)
        for (const [one, other, least] of pairs) {
          const found = contrast(one, other)
          if (found < least) failed.push(`${theme} ${accent}: ${one} on ${other} is ${found.toFixed(2)}`)
        }
      }
    }
    return failed
  })
  expect(worst).toEqual([])
})

test('prefers-contrast: more strengthens text, lines and the focus ring, in both colour schemes', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await page.addInitScript({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openBare(page, urls, stackAttributes)
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Connect' }))
  const row = page.getByRole('button', { name: /All wallets/ })
  await expect(row).toBeVisible()
  // From the heading to a control by keyboard, so that the focus ring shows.
  await page.keyboard.press('Tab')
  const look = () =>
    page.evaluate(() => {
      const modal = document.querySelector('wallet-modal')
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      if (!modal?.shadowRoot || !context) throw new Error('A modal and a canvas are expected')
      const luminance = (colour: string) => {
        context.fillStyle = colour
        context.fillRect(0, 0, 1, 1)
        const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) => {
          const share = part / 255
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
      }
      const token = (name: string) => getComputedStyle(modal).getPropertyValue(name)
      const ground = luminance(token('--wm-bg'))
      const ratio = (colour: string) => {
        const other = luminance(colour)
        return (Math.max(ground, other) + 0.05) / (Math.min(ground, other) + 0.05)
      }
      const sub = modal.shadowRoot.querySelector('.header-sub')
      const focused = modal.shadowRoot.activeElement
      return {
        text: sub ? ratio(getComputedStyle(sub).color) : 0,
        line: ratio(token('--wm-line')),
        ring: focused ? getComputedStyle(focused).outlineWidth : '',
      }
    })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, contrast: 'no-preference' })
    const usual = await look()
    expect(usual.ring, colorScheme).toBe('2px')
    await page.emulateMedia({ colorScheme, contrast: 'more' })
    const more = await look()
    expect(more.text, colorScheme).toBeGreaterThan(usual.text * 1.5)
    expect(more.text, colorScheme).toBeGreaterThan(14)
    expect(usual.line, colorScheme).toBeLessThan(2)
    expect(more.line, colorScheme).toBeGreaterThan(3)
    expect(more.ring, colorScheme).toBe('3px')
    const violations = await page.evaluate(async () => {
      const found = await (window as Axed).axe.run(document, { resultTypes: ['violations'] })
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)
    })
    expect(violations, colorScheme).toEqual([])
  }
})

test('the few public tokens restyle everything: font, corners, size and background', async ({ page, urls, stackAttributes }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await openBare(page, urls, { ...stackAttributes, email: true })
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Connect' }))
  await expect(page.getByRole('button', { name: /All wallets/ })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email address' })).toBeVisible()
  const look = () =>
    page.evaluate(() => {
      const modal = document.querySelector('wallet-modal')
      const panel = modal?.shadowRoot?.querySelector('[part="dialog"]')
      if (!modal || !panel) throw new Error('An open modal is expected')
      const all = [panel, ...panel.querySelectorAll('*:not(svg, svg *)')].filter((node) => node.checkVisibility())
      const styles = all.map((node) => getComputedStyle(node))
      const corners = styles.flatMap((style) => [style.borderStartStartRadius, style.borderEndEndRadius])
      const shake = getComputedStyle(modal).getPropertyValue('--wm-dur-shake')
      // Texts that are there however much of the list has loaded.
      const texts = ['.header-title', '.header-sub', '.section-label', '.list-row-title', '.footer', 'input']
      const sizeOf = (selector: string) => {
        const node = panel.querySelector(selector)
        return [selector, node ? Number.parseFloat(getComputedStyle(node).fontSize) : 0] as const
      }
      return {
        fonts: [...new Set(styles.map(({ fontFamily }) => fontFamily))],
        // Circles stay circles.
        corners: [...new Set(corners)].filter((corner) => corner !== '0px' && !/%|999/.test(corner)),
        sizes: texts.map(sizeOf),
        ground: getComputedStyle(panel).backgroundColor,
        shake: Number.parseFloat(shake) * (shake.endsWith('ms') ? 1 : 1000),
      }
    })
  const usual = await look()
  expect(usual.corners).not.toEqual([])
  expect(usual.shake).toBe(500)
  await page.evaluate(() => {
    const style = document.querySelector('wallet-modal')?.style
    const tokens = { '--wm-font': 'serif', '--wm-radius': '0px', '--wm-size': '20px', '--wm-bg': 'rgb(255, 244, 214)' }
    for (const [name, value] of Object.entries(tokens)) style?.setProperty(name, value)
  })
  const own = await look()
  expect(own.fonts).toEqual(['serif'])
  expect(own.corners).toEqual([])
  expect(own.ground).toBe('rgb(255, 244, 214)')
  for (const [at, [text, size]] of usual.sizes.entries()) {
    expect(size, text).toBeGreaterThan(0)
    expect((own.sizes[at]?.[1] ?? 0) / size, text).toBeCloseTo(20 / 16, 2)
  }
})

test('the theme follows the system’s as it changes, unless the page has set one', async ({ page, urls, stackAttributes }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await openBare(page, urls, { ...stackAttributes, theme: 'auto' })
  await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Connect' }))
  const panel = page.locator('wallet-modal-views [part=dialog]')
  const ground = () => panel.evaluate((node) => getComputedStyle(node).backgroundColor)
  await expect(panel).toBeVisible()
  const light = await ground()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(ground).not.toBe(light)
  const dark = await ground()
  const choose = (theme: string) =>
    page.evaluate((wanted) => document.querySelector('wallet-modal')?.setAttribute('theme', wanted), theme)
  await choose('light')
  expect(await ground()).toBe(light)
  await page.emulateMedia({ colorScheme: 'light' })
  await choose('dark')
  expect(await ground()).toBe(dark)
  await choose('auto')
  expect(await ground()).toBe(light)
})
