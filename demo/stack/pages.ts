import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Piece, startHttp } from './listen'
import { policyOf } from './page-policy'

const root = fileURLToPath(new URL('../../', import.meta.url))
const DEMO = join(root, 'demo')
const DIST = join(root, 'dist')
const WALLET = join(DEMO, 'wallet', '.built')
const HOSTS = join(DEMO, 'hosts', '.built')
const DOCS = join(root, '.built', 'docs')

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

/** The pages' configuration: served as `/config.json`; its text members replace `{{name}}` in HTML. */
export type PageConfig = Readonly<Record<string, unknown>>

type Found = { readonly file: string; readonly headers?: Readonly<Record<string, string>> }

/** The demo pages: `demo/*.html` with their files, the built element at the root, the wallet's announcer at `/wallet/`. */
export async function startPages(port: number, { config, policy }: { config: PageConfig; policy: () => string }): Promise<Piece> {
  const find = (path: string): Found => {
    if (path === '/') return { file: join(DEMO, 'index.html') }
    if (path === '/csp.html') return { file: join(DEMO, 'csp.html'), headers: { 'content-security-policy': policy() } }
    // A page that is isolated from the windows that it opens.
    if (path === '/apart.html') return { file: join(DEMO, 'bare.html'), headers: { 'cross-origin-opener-policy': 'same-origin' } }
    if (path.startsWith('/hosts/'))
      return { file: join(HOSTS, path.slice('/hosts/'.length), path.endsWith('/') ? 'index.html' : '') }
    if (path.startsWith('/docs/'))
      return { file: join(DOCS, path.slice('/docs/'.length), path.endsWith('/') ? 'index.html' : '') }
    if (path.startsWith('/wallet/')) return { file: join(WALLET, path.slice('/wallet/'.length)) }
    // Demo files are only in the demo folder; everything else is the release, which any origin may load.
    if (/^\/[\w-]+\.html$/.test(path) || /^\/page[\w-]*\.(js|css)$/.test(path)) return { file: join(DEMO, path) }
    return {
      file: join(DIST, path),
      headers: { 'access-control-allow-origin': '*', 'timing-allow-origin': '*', ...keptFor(path) },
    }
  }
  return startHttp(server(config, find), port)
}

/** Cache lifetime as the README recommends: a chunk's name contains its content hash, so another build has another name. */
const keptFor = (path: string) =>
  /^\/chunks\/[\w.-]+-[\w-]{7}\.js$/.test(path) ? { 'cache-control': 'public, max-age=31536000, immutable' } : undefined

/** The wallet page, on an origin of its own like a real wallet; `/wc?uri=…` opens it with a pairing. */
export async function startWalletPage(port: number, { config }: { config: PageConfig }): Promise<Piece> {
  const find = (path: string): Found => ({ file: join(WALLET, path === '/' || path === '/wc' ? 'index.html' : path) })
  return startHttp(server(config, find), port)
}

function server(config: PageConfig, find: (path: string) => Found) {
  return async (request: IncomingMessage, response: ServerResponse) => {
    const say = (status: number, type: string, body: string | Buffer, headers: Readonly<Record<string, string>> = {}) => {
      response.writeHead(status, {
        'content-type': type,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        ...headers,
      })
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return say(405, 'text/plain', 'Method not allowed', { allow: 'GET, HEAD' })
    const path = pathOf(request)
    if (path === '/config.json')
      return say(200, 'application/json', JSON.stringify(config), { 'access-control-allow-origin': '*' })
    if (path === '/favicon.ico') return say(204, 'image/svg+xml', '')
    const { file, headers } = find(path)
    const type = TYPES[extname(file)]
    const isPage = extname(file) === '.html'
    if (!type || !isServed(file)) return say(404, 'text/plain', `Not found: ${path}`)
    try {
      const content = await readFile(file)
      if (isPage) say(200, type, filled(content.toString(), config), { 'content-security-policy': policyOf(path), ...headers })
      else say(200, type, content, headers)
    } catch {
      say(404, 'text/plain', file.startsWith(DIST) ? `Not found: ${path}. Is it built? npm run build` : `Not found: ${path}`)
    }
  }
}

function pathOf(request: IncomingMessage): string {
  try {
    // A URL with a trailing slash joined with a path has two slashes, which would be read as a host.
    const path = (request.url ?? '/').replace(/^\/+/, '/')
    return decodeURIComponent(new URL(path, 'http://page').pathname)
  } catch {
    return ''
  }
}

// Nothing outside these folders, and no hidden file, whatever the path decodes to.
function isServed(file: string) {
  const inside =
    [DIST, WALLET, HOSTS, DOCS].some((folder) => file.startsWith(folder + sep)) || normalize(join(file, '..')) === DEMO
  return inside && !file.includes('\0') && !/[\\/]\.(?!built[\\/])/.test(file.slice(root.length))
}

function filled(html: string, config: PageConfig) {
  return html.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = config[name]
    return typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;') : ''
  })
}
