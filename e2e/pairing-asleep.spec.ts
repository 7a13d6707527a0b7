import { expect, test } from './fixtures'
import { startNodeWallet } from './node-wallet'
import { openCode } from './qr'
import { expectEvent, openSite, urls } from './site'

test('a pairing approved while the page sleeps connects when it wakes up, although its code has expired by then', async ({
  page,
}) => {
  // The relay accepts a slightly fast clock, which this one is after the sleep.
  await page.clock.install({ time: Date.now() - 250_000 })
  let asleep = false
  const kept: (() => void)[] = []
  await page.routeWebSocket(
    ({ href }) => href.startsWith(urls.relay),
    (socket) => {
      const relay = socket.connectToServer()
      relay.onMessage((message) => {
        const tell = () => socket.send(message)
        if (asleep) kept.push(tell)
        else tell()
      })
    },
  )
  await openSite(page)
  const wallet = await startNodeWallet()
  const code = await openCode(page)
  asleep = true
  await wallet.pair(code)
  await expect.poll(() => wallet.sessions()).toBe(1)
  await page.clock.fastForward(310_000)
  asleep = false
  for (const tell of kept.splice(0)) tell()
  await expectEvent(page, 'wallet-connected')
  await expect(page.getByRole('dialog')).toBeHidden()
  await wallet.stop()
})
