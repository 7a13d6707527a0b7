import { config } from '../src/state/config'
import type { Given } from './attributes'

/** The value of a setting: the given one, else the one in effect. */
export const settingOf = (given: Given, property: keyof Given): unknown =>
  property in given ? given[property] : config[property]
