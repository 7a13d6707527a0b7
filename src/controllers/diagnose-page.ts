import { roughTime } from '../lib/exact-time'
import { guardedStorage } from '../lib/guarded-storage'
import { isFramed } from '../lib/platform'
import { untilAborted } from '../lib/until-aborted'
import { config } from '../state/config'
import { bad, CHECK_LIMIT_MS, good, MAX_NAMES, type Outcome } from './diagnose-check'
import { CLOCK_LEEWAY_MS, type OwnHeaders, ownUrl } from './own-headers'

/** Browsers report what a policy has blocked a moment after the request has failed. */
const POLICY_REPORT_MS = 100

/** Collects what the page's Content-Security-Policy blocks during the checks. */
export function watchPolicy() {
  const blocked = new Set<string>()
  const listen = (event: SecurityPolicyViolationEvent) => {
    // Only diagnose() requests the page itself, so a policy need not allow that.
    if (event.effectiveDirective === 'connect-src' && event.blockedURI === ownUrl()) return
    const { host } = URL.canParse(event.blockedURI) ? new URL(event.blockedURI) : { host: event.blockedURI }
    blocked.add(`${event.effectiveDirective} ${host}`)
  }
  document.addEventListener('securitypolicyviolation', listen)
  return {
    async stop() {
      await new Promise((resolve) => setTimeout(resolve, POLICY_REPORT_MS))
      document.removeEventListener('securitypolicyviolation', listen)
    },
    outcome(): Outcome {
      if (blocked.size === 0) return good('Nothing was blocked')
      return bad(`Blocked: ${[...blocked].slice(0, MAX_NAMES).join(', ')}. Add the hosts to the page’s Content-Security-Policy`)
    },
  }
}

/** Cross-Origin-Opener-Policy: whether wallets that open a window can answer. */
export function openerCheck(headers: OwnHeaders): Outcome {
  if (!headers) return good('The page’s headers could not be read')
  if (headers.opener?.trim().startsWith('same-origin') && !headers.opener.includes('allow-popups'))
    return bad(
      `Cross-Origin-Opener-Policy is ${headers.opener}: wallets that open a window cannot answer. Use same-origin-allow-popups`,
    )
  return good(headers.opener ?? 'Not restricted')
}

/** Whether the page has a secure context, as signatures and the clipboard need. */
export function schemeCheck(): Outcome {
  if (globalThis.isSecureContext !== false) return good('The page is served over https, or from this machine')
  return bad(
    'The page is served without https: a Solana or Polkadot sign-in may not be verified, and no address can be scanned or pasted. ' +
      'Serve it over https, or from localhost',
  )
}

/** Whether wallets see the page where it stands. */
export function framingCheck(): Outcome {
  if (!isFramed()) return good('The page stands alone')
  // `location.origin` is that of the address, which a sandbox leaves as it is.
  if (globalThis.origin === 'null')
    return bad('The page is in a sandboxed frame without an origin: wallets do not see it, and nothing is remembered')
  return good('The page is in a frame; a wallet extension may not be there')
}

/** Whether the browser keeps what is stored, in its storage and in a database. */
export async function storageCheck(): Promise<Outcome> {
  guardedStorage.set('local', 'diagnosis', 'x')
  guardedStorage.remove('local', 'diagnosis')
  let failed = false
  guardedStorage.onUnavailable(() => {
    failed = true
  })()
  if (failed) return bad('This browser keeps nothing for the page: wallets are forgotten when it is closed')
  return (await untilAborted(hasDatabase(), undefined, CHECK_LIMIT_MS).catch(() => false))
    ? good('Works')
    : bad('IndexedDB is blocked: a WalletConnect session ends with the page')
}

function hasDatabase(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const name = `${config.storagePrefix}-diagnosis`
      const opening = indexedDB.open(name)
      opening.onerror = () => resolve(false)
      opening.onsuccess = () => {
        opening.result.close()
        indexedDB.deleteDatabase(name)
        resolve(true)
      }
    } catch {
      resolve(false)
    }
  })
}

/** Whether the device's clock agrees with the page's server. */
export function clockCheck(headers: OwnHeaders): Outcome {
  const skew = headers?.skewMs
  if (skew === undefined) return good('The server’s time could not be read')
  if (Math.abs(skew) <= CLOCK_LEEWAY_MS) return good('Right')
  return bad(
    `Your clock is ${roughTime(Math.abs(skew) / 1_000, 'en')} ${skew > 0 ? 'fast' : 'slow'}. Have the device set it by itself`,
  )
}
