import { publicProviderOf } from '../src/controllers/providers'
import type { ChainNamespace } from '../src/lib/caip'
import { WalletError } from '../src/lib/errors'
import { chains } from '../src/state/chains'
import { config } from '../src/state/config'
import type { Given } from './attributes'
import { told } from './told'

/** What this release cannot do yet, said so. */
export const unsupported = (method: string): Promise<never> =>
  Promise.reject(told(new WalletError('UNSUPPORTED_YET', { message: `This release cannot ${method}() yet` })))

/** The provider of a namespace, by default of the active one. */
export const providerOf = (namespace: ChainNamespace = chains.activeNamespace): unknown => publicProviderOf(namespace)

/** The value of a setting: given here, else what is in force. */
export const settingOf = (given: Given, property: keyof Given): unknown =>
  property in given ? given[property] : config[property]
