import { describe, expect, test } from 'vitest'
import { loginHandler } from './http'
import { ORIGIN, testLogin } from './test-login'

describe('loginHandler', () => {
  test.each(['', 'constructor', 'toString', '__proto__', 'auth/other'])('%j is none of its routes', async (path) => {
    const handle = loginHandler(testLogin(), { origins: [ORIGIN] })
    const headers = { origin: ORIGIN, 'x-wm': '1', 'content-type': 'application/json' }
    const request = new Request(`${ORIGIN}/${path}`, { method: 'POST', headers, body: '{}' })
    expect(await handle(request, '192.0.2.1')).toBeUndefined()
  })
})
