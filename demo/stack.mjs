// npm run stack: only the local chains and services. Prints one line of JSON with their URLs when all are ready; runs until SIGINT.
// PORT: the demo page's port (else free). STATE: a folder that stores the chains between runs. LOGIN_ORIGINS: more origins that
// may log in. RATE_LIMITS=off: no login limits. ADMIN_ASSIST=on ADMIN_ADDRESSES=0x…: support views.
import { portFromEnvironment, prepare, start, stopAtEnd } from './prepare.mjs'

const port = portFromEnvironment(0)
if (!(await prepare())) console.error('The element could not be built: its pages will not work, the rest of the stack will.')
try {
  const starting = start({ port, state: process.env.STATE })
  stopAtEnd(async () => (await starting).stop())
  const { urls } = await starting
  console.log(JSON.stringify(urls))
} catch (error) {
  console.error(/^(PortTaken|NoOrigin)$/.test(error.name) ? error.message : error)
  process.exit(1)
}
