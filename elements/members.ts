import { publicProviderOf } from '../src/controllers/providers'
import type { ChainNamespace } from '../src/lib/caip'
import { chains } from '../src/state/chains'
import { config } from '../src/state/config'
import type { Given } from './attributes'

/** The provider of a namespace, by default of the active one. */
export const providerOf = (namespace: ChainNamespace = chains.activeNamespace): unknown => publicProviderOf(namespace)

/** The value of a setting: given here, else what is in force. */
export const settingOf = (given: Given, property: keyof Given): unknown =>
  property in given ? given[property] : config[property]
