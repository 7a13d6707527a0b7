import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui;margin:10vh auto;max-width:20rem;padding:0 1rem}form,label{display:grid;gap:.75rem}input,button{font:inherit;padding:.75rem}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** A page of this server: no script, nothing from other hosts. */
export function page(response: ServerResponse, title: string, content: string, status = 200): void {
  if (response.headersSent) return
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`,
  })
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign in with ${title}</title><style>${STYLE}</style><h1>Sign in with ${title}</h1>${content}`,
  )
}

/** The body of a form; no more than a few kilobytes are read. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) {
    text += part
    if (text.length > 10_000) throw new Error('Too much')
  }
  return text
}
