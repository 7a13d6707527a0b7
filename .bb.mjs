import { createServer } from 'node:http'
import { readFileSync, existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installedBrowser } from './.ci/browser.mjs'
import { installWallet } from '/work/main/dist/testing/node.js'
const dist = '/work/main/dist'
const html = (body) => `<!doctype html><html lang=en><head><title>Shop</title></head><body>
<script>window.log=[];for (const t of 'ready before-connect connected disconnected account-changed network-changed signed-in signed-out login logout before-transaction transaction open close close-request view-changed error'.split(' ')) document.addEventListener('wallet-'+t,(e)=>log.push([t,e.detail,e.cancelable,e.bubbles,e.composed,e.target.localName]))</script>
<script type=module src=/dist/wallet-modal.js></script>${body}</body></html>`
let body = ''
const server = createServer((q, r) => {
  const p = new URL(q.url, 'http://x').pathname
  if (p.startsWith('/dist/') && existsSync(dist + p.slice(5))) { r.setHeader('content-type', 'text/javascript'); return r.end(readFileSync(dist + p.slice(5))) }
  if (p === '/') { r.setHeader('content-type', 'text/html'); return r.end(html(body)) }
  r.statusCode = 404; r.end('{}')
}).listen(0)
await new Promise((d) => server.once('listening', d))
const url = `http://localhost:${server.address().port}/`
const browser = await chromium.launch({ executablePath: installedBrowser(), args: ['--no-sandbox'] })
const context = await browser.newContext()
let n = 0
const bad = []
const is = (name, got, want) => { n++; const [a, b] = [JSON.stringify(got), JSON.stringify(want)]; if (a !== b) { bad.push(name); console.log('NOT', name, '\n   got ', a, '\n   want', b) } }
const show = (name, got) => console.log('..', name, JSON.stringify(got))
const open = async (markup, options) => {
  body = markup
  const page = await context.newPage()
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message))
  await page.route('**/*', (r) => (r.request().url().startsWith(url) ? r.continue() : r.abort()))
  const wallet = options && (await installWallet(page, options))
  await page.goto(url)
  await page.waitForFunction(() => customElements.get('wallet-modal') && (!document.querySelector('wallet-modal') || log.some(([t]) => t === 'ready')))
  return { page, wallet }
}
const api = { open, is, show, context, browser, url }
for (const file of process.argv.slice(2)) await (await import(file)).default(api).catch((e) => console.log('THREW', e))
console.log(n, 'assertions,', bad.length, 'not so')
await browser.close(); server.close()
