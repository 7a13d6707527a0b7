import type { Page, Response } from '@playwright/test'
import { isStrict, POLICY_EXCEPTIONS, strictPolicy } from '../demo/stack/page-policy'

/** The browser's words for what a policy has blocked, in any version of them. */
export const isViolation = (text: string): boolean =>
  /Content Security Policy directive|requires 'Trusted\w+' assignment/i.test(text)

/** A page that was opened without the strict policy and is none of the exceptions, in words; none where all is well. */
export function laxPage(response: Response): readonly string[] {
  const headers = response.headers()
  // What leads elsewhere is not shown.
  if (response.status() >= 300 && response.status() < 400) return []
  if (response.request().resourceType() !== 'document' || !headers['content-type']?.startsWith('text/html')) return []
  const { pathname } = new URL(response.url())
  const policy = headers['content-security-policy']
  if (isStrict(policy) || POLICY_EXCEPTIONS.some(({ path }) => path.test(pathname))) return []
  return [`${response.url()} came with the policy: ${policy ?? 'none'}`]
}

let made = 0
/** Serves a file from the origin that the page is to be opened on, for as long as the page is there; its address. */
async function serveFile(page: Page, base: string, body: string, type: 'js' | 'css'): Promise<string> {
  const path = `/own-${++made}.${type}`
  const contentType = type === 'js' ? 'text/javascript' : 'text/css'
  const headers = { 'access-control-allow-origin': '*' }
  await page.route(new URL(path, base).href, (route) => route.fulfill({ contentType, headers, body }))
  return path
}

/**
 * Serves a page of the test's own with the strict policy, also at a reload. What a host would write inline comes from files of
 * its own, as that policy wants it.
 */
export async function servePage(page: Page, url: string, html: string, headers: Record<string, string> = {}): Promise<void> {
  const parts: string[] = []
  let done = 0
  for (const { 0: whole, 1: given = '', 2: code, 3: css, index } of html.matchAll(
    /<script\b([^>]*)>([^<][\s\S]*?)<\/script>|<style>([\s\S]*?)<\/style>/g,
  )) {
    const file = await serveFile(page, url, code ?? css ?? '', code ? 'js' : 'css')
    parts.push(
      html.slice(done, index),
      code ? `<script${given} src="${file}"></script>` : `<link rel="stylesheet" href="${file}">`,
    )
    done = index + whole.length
  }
  const body = parts.join('') + html.slice(done)
  await page.route(url, (route) =>
    route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': strictPolicy(), ...headers }, body }),
  )
}

/** Puts a script into the page that is open, as its host may under the strict policy: from a file, through a policy of its own. */
export async function addScript(page: Page, given: { url: string } | { content: string }, type = ''): Promise<void> {
  const src = 'url' in given ? given.url : await serveFile(page, page.url(), given.content, 'js')
  await page.evaluate(
    (wanted) =>
      new Promise<unknown>((resolve, reject) => {
        const { trustedTypes } = window as unknown as { trustedTypes: TrustedTypes }
        const policy = trustedTypes.createPolicy('host', { createScriptURL: (text) => text })
        const script = document.createElement('script')
        Object.assign(script, { ...wanted, src: policy.createScriptURL(wanted.src), onload: resolve, onerror: reject })
        document.head.append(script)
      }),
    { src, type },
  )
}

/** Gives an element of the page this content, as its host may under the strict policy. */
export async function setMarkup(page: Page, selector: string, html: string): Promise<void> {
  await page.evaluate(
    ([where, markup]) => {
      const { trustedTypes } = window as unknown as { trustedTypes: TrustedTypes }
      const policy = trustedTypes.createPolicy('host', { createHTML: (text) => text })
      Object.assign(document.querySelector(where) ?? {}, { innerHTML: policy.createHTML(markup) })
    },
    [selector, html] as const,
  )
}

type Rules = { createHTML?(text: string): string; createScriptURL?(text: string): string }
/** As much of the browser's as is used here; TypeScript has none of it. */
type TrustedTypes = { createPolicy<Given extends Rules>(name: string, rules: Given): Given }
