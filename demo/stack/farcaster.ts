import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf, page } from './identity-page'

const LIFE_MS = 20 * 60_000

type Channel = { readonly end: number; readonly domain: string; username?: string; fid?: number }

/**
 * A relay between a site and the Farcaster app on a phone, with Farcaster's API: `POST /v1/channel` creates a channel
 * and its link, `GET /v1/channel/status` is polled until the app has answered, `/connect` is the app.
 */
export function createChannels() {
  const channels = new Map<string, Channel>()
  const find = (token: string | null) => {
    const channel = channels.get(token ?? '')
    return channel && channel.end > Date.now() ? channel : undefined
  }
  const json = (response: ServerResponse, status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify(body))
  }

  async function answer(origin: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { pathname, searchParams } = new URL(request.url ?? '/', origin)
      if (pathname === '/v1/channel' && request.method === 'POST') {
        const { domain } = JSON.parse(await bodyOf(request)) as { domain?: unknown }
        const token = randomBytes(16).toString('base64url')
        channels.set(token, { end: Date.now() + LIFE_MS, domain: String(domain).slice(0, 200) })
        return json(response, 201, { channelToken: token, url: `${origin}/connect?channelToken=${token}` })
      }
      if (pathname === '/v1/channel/status') {
        const channel = find((request.headers.authorization ?? '').replace(/^Bearer /, ''))
        if (!channel) return json(response, 401, { message: 'Unauthorized' })
        const { username, fid } = channel
        return json(response, username ? 200 : 202, username ? { state: 'completed', username, fid } : { state: 'pending' })
      }
      const channel = find(searchParams.get('channelToken'))
      if (pathname !== '/connect' || !channel)
        return page(response, 'Farcaster', '<p role="alert">This request is too old.</p>', 404)
      if (request.method !== 'POST')
        return page(
          response,
          'Farcaster',
          `<p>${channel.domain.replaceAll(/[<&]/g, '')} asks who you are.</p><form method="post"><label>User name <input name="name" required autofocus></label><button>Sign in</button></form>`,
        )
      const name = (new URLSearchParams(await bodyOf(request)).get('name') ?? '').toLowerCase()
      if (!/^[\w-]{1,40}$/.test(name)) return page(response, 'Farcaster', '<p role="alert">Letters and digits, please.</p>', 400)
      Object.assign(channel, { username: name, fid: createHash('sha256').update(name).digest().readUInt32BE() })
      page(response, 'Farcaster', '<p role="status">Done. Go back to where you were signing in.</p>')
    } catch {
      page(response, 'Farcaster', '<p role="alert">Something went wrong.</p>', 400)
    }
  }
  return { answer }
}
