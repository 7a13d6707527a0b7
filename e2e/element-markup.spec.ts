import { details, expect, openBare, openHtml, openModal, SCRIPT, test, told, untilTold } from './fixtures'

test.describe('attributes', () => {
  test('without a value mean true; "false" or a missing attribute means false', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, email: true, debug: 'false' })
    const read = () =>
      page.evaluate(() => {
        const modal = document.querySelector('wallet-modal')
        return [modal?.email, modal?.debug, modal?.legalCheckbox, modal?.embedded, modal?.open]
      })
    expect(await read()).toEqual([true, false, false, false, false])
    await page.evaluate(() => {
      const modal = document.querySelector('wallet-modal')
      modal?.removeAttribute('email')
      modal?.setAttribute('legal-checkbox', 'anything')
    })
    expect(await read()).toEqual([false, false, true, false, false])
  })

  test('that are removed return to their default', async ({ page, urls, stackAttributes }) => {
    const given = {
      ...{ mode: 'testnet', networks: 'eip155:56', reconnect: 'off', 'all-wallets': 'hide', 'storage-prefix': 'mine' },
      ...{ theme: 'dark', 'app-name': 'Bakery', 'wrong-network': 'badge', 'sign-in': 'optional', features: 'send' },
    }
    await openBare(page, urls, { ...stackAttributes, mode: 'production' })
    const values = await page.evaluate((wanted) => {
      const modal = document.querySelector('wallet-modal')
      if (!modal) return {}
      const property = (name: string) =>
        name === 'sign-in' ? 'signInMode' : name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
      const read = () => Object.keys(wanted).map((name) => String(Reflect.get(modal, property(name))))
      for (const name of Object.keys(wanted)) modal.removeAttribute(name)
      const defaults = read()
      for (const [name, value] of Object.entries(wanted)) modal.setAttribute(name, value)
      const changed = read()
      for (const name of Object.keys(wanted)) modal.removeAttribute(name)
      return { defaults, changed, after: read() }
    }, given)
    expect(values.changed).toEqual(Object.values(given))
    expect(values.after).toEqual(values.defaults)
    expect(values.after).not.toEqual(values.changed)
  })

  const bad: readonly (readonly [name: string, good: string, bad: string])[] = [
    ['mode', 'testnet', 'tesnet'],
    ['networks', 'eip155:56', 'eip155:56 nonsense'],
    ['default-network', 'eip155:56', '56'],
    ['rpc-url', 'eip155:56=https://rpc.example/', 'https://rpc.example/'],
    ['provider-url', 'https://provider.example/', 'javascript:alert(1)'],
    ['relay-url', 'wss://relay.example/', 'https://relay.example/'],
    ['app-icon', 'https://icon.example/a.png', 'javascript:alert(1)'],
    ['view', 'Networks', 'Nowhere'],
    ['view', 'Networks', 'constructor'],
    ['theme', 'dark', 'darkish'],
    ['locale', 'de', 'not a locale'],
    ['storage-prefix', 'mine', 'not mine'],
    ['referral', '0x000000000000000000000000000000000000dEaD', '0xdead'],
    ['sign-in', 'optional', 'perhaps'],
    ['features', 'send swap', 'send teleport'],
    ['terms-url', 'https://example.com/terms', 'javascript:alert(1)'],
  ]
  test('with invalid values keep the last good value, and report an error', async ({ page, urls, stackAttributes, witness }) => {
    await openBare(page, urls, stackAttributes)
    await untilTold(page, 'wallet-ready')
    for (const [name, good, wrong] of bad) {
      const [before, after] = await page.evaluate(
        ([attribute, right, bogus]) => {
          const modal = document.querySelector('wallet-modal')
          if (!modal) return []
          const property =
            attribute === 'sign-in' ? 'signInMode' : attribute.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
          const read = () => JSON.stringify([Reflect.get(modal, property), getComputedStyle(modal).colorScheme])
          modal.setAttribute(attribute, right)
          const had = read()
          modal.setAttribute(attribute, bogus)
          return [had, read()]
        },
        [name, good, wrong] as const,
      )
      expect(after, name).toBe(before)
      const error = (await details(page, 'wallet-error')).at(-1)
      expect(error?.code, name).toBe('ATTRIBUTE_INVALID')
      expect(`${error?.message} ${error?.help}`, name).toContain(name)
      expect(error?.message, name).toContain(wrong)
      expect(error?.help, name).toContain('expects')
    }
    expect(await told(page, 'wallet-error')).toHaveLength(bad.length)
    expect(witness.consoleErrors.every((text) => text.includes('Invalid attribute'))).toBe(true)
  })

  test('invalid in the markup are reported once listeners can be there', async ({ page, urls, stackAttributes }) => {
    await openHtml(page, urls, stackAttributes, `${SCRIPT}<wallet-modal {{attributes}} theme="mauve"></wallet-modal>`)
    await untilTold(page, 'wallet-error')
    expect(await details(page, 'wallet-error')).toMatchObject([
      { code: 'ATTRIBUTE_INVALID', message: 'Invalid attribute theme="mauve"' },
    ])
  })

  test('with debug, invalid ones are shown to the developer in the modal', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, debug: true, mode: 'mars' })
    const dialog = await openModal(page)
    const alert = dialog.getByRole('alert').filter({ hasText: 'Invalid attribute mode="mars"' })
    await expect(alert).toContainText('localhost, testnet, production')
    // English in every language.
    await expect(alert.getByText('localhost, testnet, production')).toHaveAttribute('lang', 'en')
    await expect(alert.getByText('Invalid attribute mode="mars"', { exact: true })).toHaveAttribute('lang', 'en')
    await dialog.getByRole('button', { name: 'Dismiss' }).press('Enter')
    await expect(alert).toHaveCount(0)
    await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused()
  })

  test('open in the markup fires wallet-open like every opening, and so does show() in the task that adds the element', async ({
    page,
    urls,
    stackAttributes,
  }) => {
    await openHtml(page, urls, stackAttributes, `<wallet-modal id="markup" open {{attributes}}></wallet-modal>${SCRIPT}`)
    await expect(page.getByRole('dialog')).toBeVisible()
    const opened = async () => (await told(page, 'wallet-open')).map(({ target, detail }) => [target, detail.view])
    expect(await opened()).toEqual([['markup', 'Connect']])
    await page.evaluate(async () => {
      document.querySelector('wallet-modal')?.remove()
      // The removal takes effect in a later task.
      await new Promise((done) => setTimeout(done))
      const later = Object.assign(document.createElement('wallet-modal'), { id: 'later' })
      document.body.append(later)
      await later.show({ view: 'Networks' })
    })
    expect(await opened()).toEqual([
      ['markup', 'Connect'],
      ['later', 'Networks'],
    ])
  })

  test('view is opened by show() without a view of its own', async ({ page, urls, stackAttributes }) => {
    await openBare(page, urls, { ...stackAttributes, view: 'Networks' })
    await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: undefined }))
    const networks = page.getByRole('dialog', { name: 'Networks' })
    await expect(networks).toBeVisible()
    await page.evaluate(() => document.querySelector('wallet-modal')?.close())
    await expect(networks).toBeHidden()
    // As with `show` as a click listener: an event's own `view` is ignored.
    await page.evaluate(() => document.querySelector('wallet-modal')?.show(new UIEvent('click', { view: window }) as object))
    await expect(networks).toBeVisible()
  })
})
