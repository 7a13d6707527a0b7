import { createHash } from 'node:crypto'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { freePort, type Piece, startHttp } from './listen'

/** A mail as it arrived. */
type Mail = {
  readonly id: number
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Epoch ms. */
  readonly at: number
}

export type MailBox = Piece & {
  /** Sends by SMTP, as production does with another server. */
  send(mail: { to: string; subject: string; text: string }): Promise<void>
  readonly smtp: string
}

const KEPT = 500
const STYLE =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui}body{max-width:40rem;margin:2rem auto;padding:0 1rem}article{margin-block:1rem;padding:1rem;border:1px solid #8886;border-radius:.75rem}h2,p{margin:0}h2{font-size:1rem}pre{margin-bottom:0;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}'
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** An SMTP server that stores received mail, and its inbox: a page at `/`, JSON at `/messages?to=…`, newest first. */
export async function startMail(port: number): Promise<MailBox> {
  const mails: Mail[] = []
  let count = 0
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    size: 1_000_000,
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const { subject, text } = readMail(Buffer.concat(parts).toString())
        const from = mailFrom ? mailFrom.address : ''
        for (const { address } of rcptTo) mails.unshift({ id: ++count, from, to: address, subject, text, at: Date.now() })
        mails.splice(KEPT)
        done()
      })
    },
  })
  smtp.on('error', () => {})
  const smtpPort = await freePort()
  await new Promise<void>((resolve) => smtp.listen(smtpPort, '127.0.0.1', resolve))
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, secure: false, ignoreTLS: true })

  const app = new Hono()
  app.use(cors({ origin: (origin) => (/^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(origin) ? origin : null) }))
  app.get('/messages', (c) => {
    const to = c.req.query('to')?.toLowerCase()
    return c.json(mails.filter((mail) => !to || mail.to.toLowerCase() === to))
  })
  app.get('/', (c) => c.html(page(mails), 200, { 'content-security-policy': POLICY }))
  const http = await startHttp(getRequestListener(app.fetch), port)
  return {
    url: http.url,
    smtp: `smtp://127.0.0.1:${smtpPort}`,
    send: async (mail) => {
      await transport.sendMail({ from: 'wallet@secure.localhost', ...mail })
    },
    async stop() {
      transport.close()
      await Promise.all([http.stop(), new Promise<void>((resolve) => smtp.close(() => resolve()))])
    },
  }
}

/** Our mails are short ASCII text: one part, sent as it is (7bit). */
function readMail(raw: string): { subject: string; text: string } {
  const [head = '', ...body] = raw.replaceAll('\r\n', '\n').split('\n\n')
  const subject = /^subject: (.*(?:\n[ \t].*)*)/im.exec(head)?.[1]?.replace(/\n[ \t]+/g, ' ') ?? ''
  const text = body.join('\n\n').trim()
  return { subject, text: /^content-transfer-encoding: quoted-printable/im.test(head) ? unquoted(text) : text }
}

/** Decodes quoted-printable: mailers split long lines, and write some characters as bytes (RFC 2045 §6.7). */
const unquoted = (text: string): string =>
  Buffer.from(
    text.replaceAll('=\n', '').replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const linked = (text: string) => escaped(text).replace(/http:\/\/localhost:\d+\/\S+/g, (url) => `<a href="${url}">${url}</a>`)

const page = (mails: readonly Mail[]) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Inbox</title>
<meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5"><style>${STYLE}</style>
<h1>Inbox</h1>${mails.length ? '' : '<p>No mail yet.</p>'}
${mails.map(({ to, subject, text, at }) => `<article><h2>${escaped(subject)}</h2><p>To ${escaped(to)}, ${new Date(at).toISOString()}</p><pre>${linked(text)}</pre></article>`).join('\n')}`
