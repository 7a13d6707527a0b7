import type { Locator } from '@playwright/test'
import { expect, openModal, test } from './fixtures'
import { openState } from './gallery'
import { still } from './places'
import { openSite, phone, show } from './site'

test.use(phone)

test('a sheet follows the finger, springs back or closes; Back closes it; it makes room for the keyboard', async ({ page }) => {
  // An on-screen keyboard only shrinks the visual viewport.
  await page.addInitScript(() => {
    const real = window.visualViewport
    const view = Object.assign(new EventTarget(), { scale: 1, offsetTop: 0, height: real?.height ?? innerHeight })
    Object.defineProperty(window, 'visualViewport', { value: view })
  })
  await openSite(page, { announced: true })
  const dialog = await openModal(page)
  // The wallet of the app that the page is open in comes first.
  await expect(dialog.getByRole('listitem').first()).toContainText('Demo Wallet')
  const panel = page.locator('wallet-modal [part="dialog"]')
  await still(page)
  // Pinching zooms the page there too.
  for (const handle of ['.grip', '.header'])
    await expect(page.locator(`wallet-modal-views ${handle}`)).toHaveCSS('touch-action', 'pinch-zoom')
  // The phone's safe area covers nothing of the sheet.
  const footOf = () => panel.locator('.panel-content').evaluate((node) => getComputedStyle(node).paddingBlockEnd)
  const client = await page.context().newCDPSession(page)
  const before = Number.parseFloat(await footOf())
  await client.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34 } })
  await expect.poll(async () => Number.parseFloat(await footOf())).toBe(before + 34)
  await client.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })
  await expect.poll(async () => Number.parseFloat(await footOf())).toBe(before)
  const { x = 0, y = 0, width = 0, height = 0 } = (await panel.boundingBox()) ?? {}
  const from = [x + width / 2, y + 12] as const
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(from[0], from[1] + 40)
  const held = (await panel.boundingBox())?.y ?? 0
  // Held long enough not to be a throw.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)))
  await page.mouse.up()
  await still(page)
  expect(held - ((await panel.boundingBox())?.y ?? 0)).toBeCloseTo(40, 0)
  // Thrown, but the host prevents closing: it returns from where the finger was, without a jump.
  await page.evaluate(() => document.addEventListener('wallet-close-request', (event) => event.preventDefault(), { once: true }))
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(from[0], from[1] + height / 2)
  await page.mouse.up()
  const [comesFrom] = await panel.evaluate((node) =>
    node.getAnimations().map(({ effect }) => (effect as KeyframeEffect).getKeyframes()[0]?.translate),
  )
  expect(Math.abs(Number.parseFloat(String(comesFrom).split(' ')[1] ?? '') - height / 2)).toBeLessThan(2)
  await still(page)
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(from[0], from[1] + height / 2)
  await page.mouse.up()
  await expect(dialog).toBeHidden()

  await show(page, 'AllWallets')
  await expect(dialog).toBeVisible()
  await dialog.evaluate((node) => node.dispatchEvent(new Event('cancel', { cancelable: true })))
  await expect(dialog).toBeHidden()

  await show(page, 'Watch')
  const field = dialog.getByRole('textbox')
  await field.focus()
  const visible = await page.evaluate(() => {
    const view = window.visualViewport
    if (!view) throw new Error('A viewport is expected')
    Object.assign(view, { height: innerHeight - 360 })
    view.dispatchEvent(new Event('resize'))
    return view.height
  })
  await still(page)
  const box = await field.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(visible)
  await expect(field).toBeFocused()
  // Closed while the keyboard is open: the next opening reserves no room for it.
  const room = () =>
    page.locator('wallet-modal-views dialog').evaluate((node: HTMLElement) => node.style.getPropertyValue('--keyboard'))
  expect(await room()).toBe('360px')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await room()).toBe('')
})

test('a change of view takes 120 ms for the title, 150 for height and content, and never loses the focus', async ({ page }) => {
  await openSite(page)
  const dialog = await openModal(page)
  await expect(dialog.getByRole('button', { name: /All wallets/ })).toBeVisible()
  // Opened once first, so that its chunk is loaded.
  await dialog.getByRole('button', { name: 'Get one in a minute' }).click()
  await expect(page.getByRole('dialog', { name: 'New to wallets?' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByRole('button', { name: 'Get one in a minute' })).toBeFocused()
  const seen = await page.evaluate(async () => {
    const root = document.querySelector('wallet-modal')?.shadowRoot
    const link = [...(root?.querySelectorAll('button') ?? [])].find((node) => node.textContent === 'Get one in a minute')
    for (const each of root?.getAnimations() ?? [])
      if (each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) each.finish()
    const moves = new Map<string, { ms: number; properties: string[] }>()
    let lost = 0
    // The old view starts to leave before the next one is rendered, so that a press shows an effect at once.
    const left: (string | null)[] = []
    // Frames begun by then: the press must have its own frame before the next view is rendered.
    let frames = 0
    const begun: number[] = []
    const stage = root?.querySelector('.views')
    const observer = new MutationObserver(() => {
      left.push(stage?.getAttribute('data-leaves') ?? null)
      begun.push(frames)
    })
    if (stage) observer.observe(stage, { attributeFilter: ['data-leaves'] })
    const end = performance.now() + 400
    link?.click()
    while (performance.now() < end) {
      await new Promise(requestAnimationFrame)
      frames++
      if (!root?.activeElement) lost++
      for (const each of root?.getAnimations() ?? []) {
        const effect = each.effect as KeyframeEffect
        const name = 'animationName' in each ? String(each.animationName) : 'height'
        const ms = Number(effect.getComputedTiming().duration)
        const properties = effect.getKeyframes().flatMap((frame) => Object.keys(frame))
        moves.set(name, { ms, properties: [...new Set(properties)] })
      }
    }
    return { moves: Object.fromEntries(moves), lost, left, begun }
  })
  expect(seen.lost).toBe(0)
  expect(seen.left).toEqual(['next', null])
  expect(seen.begun[1]).toBeGreaterThan(seen.begun[0] ?? 0)
  const { moves } = seen
  expect([moves['header-in']?.ms, moves['view-in']?.ms, moves.height?.ms]).toEqual([120, 150, 150])
  const allowed = ['offset', 'computedOffset', 'easing', 'composite', 'opacity', 'translate', 'scale', 'rotate', 'transform']
  for (const [name, { properties }] of Object.entries(moves))
    expect(
      properties.filter((each) => !allowed.includes(each)),
      name,
    ).toEqual(name === 'height' ? ['blockSize'] : [])
})

test('a press during a change of view leads to the right view, complete', async ({ page }) => {
  await openSite(page)
  const dialog = await openModal(page)
  await dialog.getByRole('button', { name: 'Get one in a minute' }).click()
  await expect(page.getByRole('dialog', { name: 'New to wallets?' })).toBeVisible()
  for (const frames of [0, 1, 2, 4]) {
    await page.evaluate(async (count) => {
      const root = document.querySelector('wallet-modal')?.shadowRoot
      const press = (name: string) => {
        const all = [...(root?.querySelectorAll<HTMLElement>('.view:not(.view-leaving) button, .header button') ?? [])]
        all.find((each) => (each.ariaLabel ?? each.textContent) === name)?.click()
      }
      press('Choose a wallet app')
      // One task, in which the press is handled, then `count` frames.
      await new Promise((resolve) => setTimeout(resolve))
      for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame)
      press('Back')
    }, frames)
    await expect
      .poll(
        () =>
          page.evaluate(() => {
            const root = document.querySelector('wallet-modal')?.shadowRoot
            const views = [...(root?.querySelectorAll('.view') ?? [])]
            return {
              heading: root?.querySelector('h2')?.textContent,
              views: views.map((each) => [each.querySelector('button')?.textContent, getComputedStyle(each).opacity]),
              leaves: root?.querySelector('.views')?.getAttribute('data-leaves'),
              focused: Boolean(root?.activeElement),
            }
          }),
        { message: `${frames} frames after the first press` },
      )
      .toEqual({
        heading: 'New to wallets?',
        views: [['Choose a wallet app', '1']],
        leaves: null,
        focused: true,
      })
  }
})

test('in landscape, search results are visible above the keyboard, and so is the way out if there are none', async ({ page }) => {
  await page.addInitScript(() => {
    const view = Object.assign(new EventTarget(), { scale: 1, offsetTop: 0, height: 160 })
    Object.defineProperty(window, 'visualViewport', { value: view })
  })
  await page.setViewportSize({ width: 740, height: 360 })
  await openState(page, 'all-wallets')
  const dialog = page.getByRole('dialog', { name: 'All wallets' })
  const search = dialog.getByRole('searchbox')
  await search.fill('amber')
  const found = dialog.getByRole('button', { name: 'Amber Purse' })
  await expect(found).toBeVisible()
  await found.focus()
  // The visible height: what no box around it clips.
  const seen = (place: Locator) =>
    place.evaluate((node) => {
      let { top, bottom } = node.getBoundingClientRect()
      for (let box = node.parentElement; box; box = box.parentElement) {
        if (getComputedStyle(box).overflowY === 'visible') continue
        const edge = box.getBoundingClientRect()
        top = Math.max(top, edge.top)
        bottom = Math.min(bottom, edge.bottom)
      }
      return bottom - top
    })
  await expect.poll(() => seen(found)).toBeGreaterThan(70)
  await search.fill('zzqq')
  const scan = dialog.locator('.all-wallets-none').getByRole('button')
  await scan.focus()
  await expect.poll(() => seen(scan)).toBeGreaterThan(40)
})

test('an on-screen keyboard covers no focused field, on phones of all sizes and on a tablet', async ({ page }) => {
  await page.addInitScript(() => {
    const view = Object.assign(new EventTarget(), { scale: 1, offsetTop: 0, keyboard: 0 })
    Object.defineProperty(view, 'height', { get: () => innerHeight - view.keyboard })
    Object.defineProperty(window, 'visualViewport', { value: view })
  })
  const covered: string[] = []
  for (const state of ['watch', 'connect-email', 'email-code', 'all-wallets', 'name', 'send', 'swap-slippage', 'buy']) {
    await openState(page, state)
    const dialog = page.locator('wallet-modal dialog')
    await expect(dialog).toHaveAttribute('style', /--keyboard/)
    const fields = dialog.locator('.view:not(.view-leaving) input:not([type="checkbox"]):visible')
    for (const [viewport, keyboard] of [
      [{ width: 390, height: 844 }, 340],
      [{ width: 320, height: 568 }, 260],
      [{ width: 740, height: 360 }, 200],
      [{ width: 1024, height: 768 }, 400],
    ] as const) {
      await page.setViewportSize(viewport)
      const count = await fields.count()
      expect(count, state).toBeGreaterThan(0)
      for (let nth = 0; nth < count; nth++) {
        await fields.nth(nth).focus()
        const seen = await fields.nth(nth).evaluate(async (field, height) => {
          const view = window.visualViewport
          if (!view) throw new Error('A viewport is expected')
          const has = (keyboard: number) => {
            Object.assign(view, { keyboard })
            view.dispatchEvent(new Event('resize'))
          }
          has(height)
          const animations = (field.getRootNode() as ShadowRoot).getAnimations()
          for (const each of animations) if (each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) each.finish()
          await new Promise(requestAnimationFrame)
          const { top, bottom } = field.getBoundingClientRect()
          const body = field.closest('.body')?.getBoundingClientRect()
          const room = { from: body?.top ?? 0, to: Math.min(body?.bottom ?? view.height, view.height) }
          has(0)
          return { top, bottom, ...room }
        }, keyboard)
        const { top, bottom, from, to } = seen
        if (top < from - 1 || bottom > to + 1)
          covered.push(`${state} at ${viewport.width}, field ${nth + 1}: ${JSON.stringify(seen)}`)
      }
    }
  }
  expect(covered).toEqual([])
})
