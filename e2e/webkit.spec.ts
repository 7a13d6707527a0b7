import { existsSync } from 'node:fs'
import { travel } from './journeys'
import { BROWSER, DRIVER, startDriver } from './webkit-driver'

const missing = [DRIVER, BROWSER, '/usr/bin/xvfb-run'].filter((file) => !existsSync(file))

travel({
  name: 'WebKitGTK',
  missing: missing.length > 0 ? `${missing.join(', ')} not installed here: apt-get install webkit2gtk-driver xvfb` : undefined,
  account: 3,
  start: startDriver,
})
