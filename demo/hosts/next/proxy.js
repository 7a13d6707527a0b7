import { NextResponse } from 'next/server'

/** Gives each response's policy its own nonce, which Next adds to the scripts that it writes into the page. */
export function proxy(request) {
  const policy = process.env.POLICY?.replace('{nonce}', crypto.randomUUID())
  if (!policy) return NextResponse.next()
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}
