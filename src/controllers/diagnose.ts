import { plainText } from '../lib/text'
import { publicVersion } from '../lib/version'
import { connectors } from '../state/connectors'
import { CHECK_LIMIT_MS, type Check, good, MAX_NAMES, type Outcome } from './diagnose-check'
import { clockCheck, framingCheck, openerCheck, schemeCheck, storageCheck, watchPolicy } from './diagnose-page'
import { chainChecks, frameChecks, relayCheck, serviceChecks } from './diagnose-services'
import { ownHeaders } from './own-headers'

/** All checks, and the same as a text to hand on. */
export type Diagnosis = { readonly checks: readonly Check[]; readonly text: string }

/**
 * Checks what connecting needs: the page's policies, the browser's storage, the clock, relay, services, secure frame, chains and
 * wallets. Contacts the configured hosts and the page's own, and no others. Checks made by the caller come `before`. Never rejects,
 * and ends within a few seconds.
 */
export async function diagnose(before: readonly Check[] = []): Promise<Diagnosis> {
  const policy = watchPolicy()
  const looks = Promise.all([ownHeaders(CHECK_LIMIT_MS), relayCheck(), serviceChecks(), frameChecks(), chainChecks()])
  const [headers, relay, services, frame, chains] = await looks.finally(policy.stop)
  const checks: Check[] = [
    ...before,
    { name: 'CSP', ...policy.outcome() },
    { name: 'COOP', ...openerCheck(headers) },
    { name: 'HTTPS', ...schemeCheck() },
    { name: 'Framing', ...framingCheck() },
    { name: 'Storage', ...(await storageCheck()) },
    { name: 'Clock', ...clockCheck(headers) },
    { name: 'Relay', ...relay },
    ...services,
    ...frame,
    ...chains,
    { name: 'Wallets', ...walletsCheck() },
  ]
  const lines = checks.map(({ name, ok, text }) => `${ok ? 'ok  ' : 'FAIL'} ${name}: ${text}`)
  const agent = typeof navigator === 'undefined' ? '' : navigator.userAgent
  const head = [`wallet-modal ${publicVersion}`, location.origin, plainText(agent, 300), new Date().toISOString()]
  return { checks, text: [...head, ...lines].join('\n') }
}

function walletsCheck(): Outcome {
  const names = connectors.list.filter(({ type }) => !/^(WALLET_CONNECT|AUTH)$/.test(type)).map(({ name }) => name)
  return good(names.length ? names.slice(0, MAX_NAMES).join(', ') : 'None in this browser')
}
