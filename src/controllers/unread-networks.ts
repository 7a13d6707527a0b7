import { givenText } from '../lib/given-text'
import { readNetworks } from './read-networks'

/** The first of the host's networks that cannot be read, as text. */
export const unreadable = (values: readonly unknown[]): string => givenText(values.find((each) => !readNetworks([each])))
