import { expect, openBare, test } from './fixtures'
import { show, urls } from './site'

const site = new URL(urls.secureSite ?? 'http://localhost')

/** Elements of a host whose names and ids stand where a careless script would look for its own frame, or for what makes one. */
const clobbers = [
  '<iframe id="w3m-iframe" name="w3m-secure-iframe"></iframe>',
  '<iframe id="w3m-iframe" src="about:blank#own"></iframe><iframe id="w3m-iframe"></iframe>',
  '<iframe name="wallet-modal"></iframe>',
  '<iframe name="secure"></iframe>',
  '<iframe name="frame"></iframe>',
  '<iframe name="contentWindow"></iframe>',
  '<iframe name="0"></iframe>',
  '<div id="w3m-iframe"></div>',
  '<form id="w3m-iframe"><input name="contentWindow"><input name="src"></form>',
  '<form id="wallet-modal"><input name="frame"></form>',
  '<form name="frames"><input name="length"></form>',
  '<form id="crypto"><input name="randomUUID"></form>',
  '<form id="addEventListener"></form>',
  '<a id="secureSiteUrl" href="https://evil.example"></a>',
  '<a id="origin" href="https://evil.example"></a><a id="origin" name="href"></a>',
  '<img name="getElementById" alt="">',
  '<form id="message"><input name="source"><input name="data"></form>',
  '<object name="scripts"></object>',
  '<embed name="currentScript">',
  '<form name="location"><input name="origin"></form>',
]

test('promise 5, what stands in the page under the names of a frame is never taken for it: 0 of 20', async ({
  page,
  stackAttributes,
}) => {
  await openBare(page, urls, { ...stackAttributes, socials: 'farcaster' })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() => document.body.prepend(document.createElement('main')))
  expect(clobbers).toHaveLength(20)
  for (const [at, html] of clobbers.entries()) {
    const own = `${site.origin}/sdk?case=${at}`
    const before = await page.evaluate(
      ([markup, url]) => {
        const main = document.querySelector('main')
        if (main) main.innerHTML = markup
        document.querySelector('wallet-modal')?.setAttribute('secure-site-url', url)
        return main?.innerHTML
      },
      [html, own] as const,
    )
    await show(page, 'ConnectingFarcaster')
    // The secure site has answered: its link is drawn as a code.
    await expect(page.getByRole('img', { name: /QR/ }), html).toBeVisible()
    const after = await page.evaluate(() => document.querySelector('main')?.innerHTML)
    expect(after, html).toBe(before)
    const [frame, ...others] = page.frames().filter((each) => each.url().startsWith(site.origin))
    expect([new URL(frame?.url() ?? own).pathname, others.length], html).toEqual(['/sdk', 0])
    expect(await (await frame?.frameElement())?.evaluate((element) => element.getRootNode() instanceof ShadowRoot), html).toBe(
      true,
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})
