import { missingEngine } from '../.ci/engines.mjs'
import { travel } from './journeys'
import { startDriver } from './webkit-driver'

travel({
  name: 'WebKitGTK',
  missing: missingEngine('WebKitGTK'),
  account: 3,
  start: startDriver,
})
