import { ref } from 'valtio/vanilla'
import type { Messages } from '../locales/en'
import { enPage, type PageMessages } from '../locales/en-page'
import { store } from './store'

/** The words on screen. `view` is there once the first view or another language has loaded. */
export const messages = store(() => ({
  locale: 'en',
  direction: 'ltr' as 'ltr' | 'rtl',
  page: ref(enPage) as PageMessages,
  view: undefined as Messages | undefined,
  /** How often a page has put its own words over ours. */
  own: 0,
}))
