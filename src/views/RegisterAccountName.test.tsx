import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { errorHelp } from '../lib/error-help'
import { entryOf } from '../lib/errors'
import { later, locales } from '../locales'
import { chainOf } from '../state/chains'
import { messages } from '../state/messages'
import { names } from '../state/names'
import { resetStores } from '../state/store'
import RegisterAccountName from './RegisterAccountName'

beforeEach(() => {
  const caipAddress = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  Object.assign(chainOf('eip155'), { status: 'connected', networkId: 'eip155:1', caipAddress, connectorId: 'io.metamask' })
})
afterEach(resetStores)

const drawn = () => renderToStaticMarkup(<RegisterAccountName />)

test('another name is offered until one is claimed; while the wallet was asked to sign, a press on it did nothing', () => {
  const suggestions = ['adas', 'adashub'].map((label) => ({ name: `${label}.reown.id`, registered: false }))
  Object.assign(names, { label: 'adas', status: 'ready', suggestedFor: 'adas', suggestions })
  const kinds = () => [...drawn().matchAll(/<(\w+)[^>]* class="list-row"/g)].map(([, kind]) => kind)
  expect(kinds()).toEqual(['button'])
  for (const registering of ['signing', 'sending'] as const) {
    names.registering = registering
    expect(kinds(), registering).toEqual(['div'])
  }
})

test('why a name could not be registered follows the page’s language; its first line stayed in the one in which it was told', async () => {
  const reason = errorHelp.NAME_REGISTER_FAILED
  names.problem = { title: entryOf('NAME_REGISTER_FAILED').text, name: 'adas.reown.id', reason }
  expect(drawn()).toContain('Error registering name adas.reown.id')
  Object.assign(messages, { locale: 'de', view: { ...(await locales.de?.()), ...(await later.de?.()) } })
  expect(drawn()).toContain('Fehler beim Registrieren von adas.reown.id')
  expect(drawn()).toContain('Wählen Sie einen anderen Namen')
})

test('error: a name of more than 64 letters is said to be too long; it was said to have wrong letters', () => {
  names.label = 'a'.repeat(65)
  expect(drawn()).toContain('Name must be at most 64 characters long')
  expect(drawn()).not.toContain('Can only contain letters')
})
