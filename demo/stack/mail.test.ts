import { expect, test } from 'vitest'
import { startMail } from './mail'

test('the inbox has what was sent: long links in one piece, and every character', async () => {
  const mail = await startMail(0)
  try {
    const link = `http://localhost:4100/device?link=${'a1_-'.repeat(30)}`
    const text = `Open this link:\n${link}\n\nIt works for 20 minutes – “no” means no. 100 % = all`
    await mail.send({ to: 'ada@example.org', subject: 'Confirm a new device', text })
    await mail.send({ to: 'bob@example.org', subject: 'Your code', text: 'Your code is 123456' })
    const kept = (await (await fetch(`${mail.url}/messages?to=ADA@example.org`)).json()) as { subject: string; text: string }[]
    expect(kept).toMatchObject([{ subject: 'Confirm a new device', text }])
    expect(await (await fetch(mail.url)).text()).toContain(`<a href="${link}">`)
  } finally {
    await mail.stop()
  }
})
