import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { buy } from '../state/buy'
import { resetStores } from '../state/store'
import BuyProgress from './BuyProgress'

afterEach(resetStores)

/** What can be pressed while a purchase is at this point and there is a fresh page of the seller. */
function waysOn(progress: typeof buy.progress): string[] {
  Object.assign(buy, { progress, url: 'https://pay.example/fresh' })
  return [...renderToStaticMarkup(<BuyProgress />).matchAll(/<button.*?<\/button>/g)].map(([button]) =>
    button.replace(/<[^>]+>/g, ''),
  )
}

test('whoever has paid is led to the account; until the coins had arrived, there was only the link to one more page to pay at', () => {
  expect(waysOn('waiting')).toEqual(['Copy link'])
  expect(waysOn('processing')).toEqual(['Go to your account'])
  expect(waysOn('done')).toEqual(['Go to your account'])
  expect(waysOn('failed')).toEqual(['Try again', 'Copy link'])
  expect(waysOn('late')).toEqual(['Keep waiting', 'Copy link'])
})
