import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expectFault, followWayOut } from './faults/expect-fault'
import { expect, openHtml, test, untilTold } from './fixtures'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const hashOf = (file: string) =>
  `sha384-${createHash('sha384')
    .update(readFileSync(join(dist, file)))
    .digest('base64')}`
const published = JSON.parse(readFileSync(join(dist, 'integrity.json'), 'utf8')) as Record<string, string>

test.describe('a script with an integrity hash', () => {
  test('promise 35: every published hash matches its file, and every file except the list, maps and types has one', () => {
    const wrong = Object.entries(published).filter(([file, hash]) => hashOf(file) !== hash)
    expect(wrong).toEqual([])
    const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
    const paths = files.map(({ parentPath, name }) => relative(dist, join(parentPath, name)).replaceAll('\\', '/'))
    expect(Object.keys(published).sort()).toEqual(
      paths.filter((path) => !/^(integrity\.json|.*\.map|.*\.d\.cts|types\/.*)$/.test(path)).sort(),
    )
  })

  test('defines the element if the hash is the published one', async ({ page, urls, stackAttributes }) => {
    const tag = `<script type="module" src="/wallet-modal.js" integrity="${published['wallet-modal.js']}"></script>`
    await openHtml(page, urls, stackAttributes, `${tag}<wallet-modal {{attributes}}></wallet-modal>`)
    await untilTold(page, 'wallet-ready')
  })

  test('promise 35: error: that was changed by a byte defines nothing, and the host page goes on (fault 7)', async ({
    page,
    urls,
    stackAttributes,
    witness,
  }) => {
    await page.route('**/wallet-modal.js', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${await response.text()} ` })
    })
    const tag = `<script type="module" src="/wallet-modal.js" integrity="${published['wallet-modal.js']}"></script>`
    const host =
      '<button>Buy bread</button><script>document.querySelector("button").onclick = ({ target }) => (target.textContent = "Bread bought")</script><wallet-modal {{attributes}}></wallet-modal>'
    const since = Date.now()
    await openHtml(page, urls, stackAttributes, `${tag}${host}`)
    await expect.poll(() => witness.consoleErrors.some((text) => /integrity/.test(text))).toBe(true)
    expect(await page.evaluate(() => customElements.get('wallet-modal') === undefined)).toBe(true)
    await expectFault(page, '7', since)
    await followWayOut(page, '7')
  })
})

test('error: siweConfig and siwx together throw when set, and the element keeps working', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await openHtml(
    page,
    urls,
    stackAttributes,
    '<script type="module" src="/wallet-modal.js"></script><wallet-modal {{attributes}}></wallet-modal>',
  )
  await untilTold(page, 'wallet-ready')
  const told = await page.evaluate(() => {
    const modal = document.querySelector('wallet-modal') as HTMLElement & { siwx: unknown; siweConfig: unknown }
    modal.siwx = { getSessions: async () => [] }
    try {
      modal.siweConfig = {}
    } catch (error) {
      return [(error as { code: string }).code, (error as Error).message]
    }
    return []
  })
  expect(told).toEqual(['SIWX_CONFLICT', 'Cannot set both `siweConfig` and `siwx` options'])
  await page.evaluate(() => document.querySelector('wallet-modal')?.show())
  await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
})
