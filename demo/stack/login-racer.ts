// Takes challenges as fast as it can, for the test that only one process gets each: `login-racer.ts <store>`, driven by messages.
import { openStorage } from './login-storage'

const storage = openStorage(process.argv[2] ?? '')
process.on('message', async (ids: string[]) => {
  const taken = await Promise.all(ids.map((id) => storage.takeChallenge(id, Date.now())))
  process.send?.(ids.filter((_, i) => typeof taken[i] === 'object'))
})
process.on('disconnect', () => void storage.close().then(() => process.exit(0)))
process.send?.('ready')
