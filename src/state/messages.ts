import { ref } from 'valtio/vanilla'
import type { Spoken } from '../locales/en'
import { enPage, type PageMessages } from '../locales/en-page'
import { store } from './store'

/** The texts on screen. `view` is set once the first view or another language has loaded. */
export const messages = store(() => ({
  locale: 'en',
  direction: 'ltr' as 'ltr' | 'rtl',
  page: ref(enPage) as PageMessages,
  view: undefined as Spoken | undefined,
  /** How often a page has overridden our texts. */
  own: 0,
}))
