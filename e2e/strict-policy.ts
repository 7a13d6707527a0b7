import type { Page, Response } from '@playwright/test'
import { isStrict, POLICY_EXCEPTIONS, strictPolicy } from '../demo/stack/page-policy'

/** Whether a console message reports a policy violation, in any wording of the browser. */
export const isViolation = (text: string): boolean =>
  /Content Security Policy directive|requires 'Trusted\w+' assignment/i.test(text)

/** A message if a page came without the strict policy and is no listed exception; else empty. */
export function laxPage(response: Response): readonly string[] {
  const headers = response.headers()
  // Redirects show no page.
  if (response.status() >= 300 && response.status() < 400) return []
  if (response.request().resourceType() !== 'document' || !headers['content-type']?.startsWith('text/html')) return []
  const { pathname } = new URL(response.url())
  const policy = headers['content-security-policy']
  if (isStrict(policy) || POLICY_EXCEPTIONS.some(({ path }) => path.test(pathname))) return []
  return [`${response.url()} came with the policy: ${policy ?? 'none'}`]
}

let made = 0
/** Serves a file on the origin of `base` while the page exists; resolves to its path. */
async function serveFile(page: Page, base: string, body: string, type: 'js' | 'css'): Promise<string> {
  const path = `/own-${++made}.${type}`
  const contentType = type === 'js' ? 'text/javascript' : 'text/css'
  const headers = { 'access-control-allow-origin': '*' }
  await page.route(new URL(path, base).href, (route) => route.fulfill({ contentType, headers, body }))
  return path
}

/**
 * Serves the given HTML with the strict policy, also at a reload. Inline scripts and styles are moved to files, as the policy
 * requires.
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

/** Adds a script to the open page as a host can under the strict policy: from a file, through its own Trusted Types policy. */
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

/** Sets an element's HTML as a host can under the strict policy. */
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
/** The part of the browser's API that is used here; TypeScript has no types for it. */
type TrustedTypes = { createPolicy<Given extends Rules>(name: string, rules: Given): Given }
