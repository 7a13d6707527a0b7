import type { CaipNetworkId } from '../src/lib/caip'
import type { GivenSetting, Settings } from '../src/state/config'
import type { ViewName } from '../src/views'
import type { AttributeName } from './attributes'

/** Settings of a single element. */
export type Own = { open: boolean; embedded: boolean; view: ViewName | undefined; theme: 'light' | 'dark' | 'auto' }
/** `wallet-open` as `walletOpen`. */
export type Camel<K extends string> = K extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : K
type PropertyOf<K extends string> = K extends 'sign-in' ? 'signInMode' : Camel<K>
type PageProperties = {
  [K in Exclude<AttributeName, 'networks'> as PropertyOf<K>]: GivenSetting<PropertyOf<K> & keyof Settings>
}

/** A property for each attribute; undefined restores its default. */
export type PublicProperties = PageProperties &
  Pick<Own, 'embedded' | 'view' | 'theme'> & {
    /** CAIP-2 ids or network objects. */
    networks: readonly (CaipNetworkId | object)[] | undefined
  }
