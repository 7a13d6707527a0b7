import { describe, expect, test } from 'vitest'
import { linkBase, linkTarget, walletLink } from './deep-link'

const uri = 'wc:7f6e504bfad60b485450578e05678441fc3e8d4c@2?relay-protocol=irn&symKey=587d5484ce2a2a6e'
const encoded = 'wc%3A7f6e504bfad60b485450578e05678441fc3e8d4c%402%3Frelay-protocol%3Dirn%26symKey%3D587d5484ce2a2a6e'

describe('walletLink', () => {
  test.each([
    ['metamask://', 'metamask://wc?uri='],
    [' metamask://\n', 'metamask://wc?uri='],
    ['metamask', 'metamask://wc?uri='],
    ['metamask:', 'metamask://wc?uri='],
    ['metamask:/', 'metamask://wc?uri='],
    ['okex://main', 'okex://main/wc?uri='],
    ['bnc://app.binance.com/cedefi/', 'bnc://app.binance.com/cedefi/wc?uri='],
    ['https://metamask.app.link', 'https://metamask.app.link/wc?uri='],
    ['https://metamask.app.link/', 'https://metamask.app.link/wc?uri='],
    ['https://wallet.example/open/', 'https://wallet.example/open/wc?uri='],
  ])('%s takes the pairing URI as %s', (link, start) => expect(walletLink(link, uri)?.href).toBe(start + encoded))

  test('the base is kept to reopen the wallet later', () => expect(walletLink('okex://main', uri)?.base).toBe('okex://main/'))

  test('Telegram on Android gets the URI encoded twice, in native links only', () => {
    expect(walletLink('trust://', uri, { twice: true })?.href).toBe(`trust://wc?uri=${encodeURIComponent(encoded)}`)
    expect(walletLink('https://link.example', uri, { twice: true })?.href).toBe(`https://link.example/wc?uri=${encoded}`)
  })

  test('error: a forbidden link is refused', () => {
    for (const link of [
      'javascript:alert(1)',
      'javascript://x',
      'intent://x',
      'http://plain.example',
      'data:text/html,x',
      '',
      '  ',
      '://',
      'a b://',
      undefined,
      null,
      7,
    ])
      expect(walletLink(link, uri)).toBeUndefined()
  })

  test('error: half a surrogate pair in the URI is refused', () =>
    expect(walletLink('metamask://', `${uri}\ud800`)).toBeUndefined())
})

describe('linkBase', () => {
  test('error: script written without slashes does not turn into a scheme', () => {
    expect(linkBase('javascript:')).toBeUndefined()
    expect(linkBase('javascript')).toBeUndefined()
  })
})

describe('linkTarget', () => {
  test('a phone opens links in the same tab, or leaves a frame', () => {
    expect(linkTarget('mobile', { framed: false, telegram: false })).toBe('_self')
    expect(linkTarget('mobile', { framed: true, telegram: false })).toBe('_top')
  })

  test('Telegram, web and desktop wallets get a new tab', () => {
    expect(linkTarget('mobile', { framed: true, telegram: true })).toBe('_blank')
    expect(linkTarget('web', { framed: false, telegram: false })).toBe('_blank')
    expect(linkTarget('desktop', { framed: true, telegram: false })).toBe('_blank')
  })
})
