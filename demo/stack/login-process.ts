// A login backend as a separate process, for several behind one URL: `login-process.ts options.json`; prints its URL.
import { readFileSync } from 'node:fs'
import { type LoginBackendOptions, startLoginBackend } from './login-backend'

const [file = ''] = process.argv.slice(2)
const backend = await startLoginBackend(0, JSON.parse(readFileSync(file, 'utf8')) as LoginBackendOptions)
process.on('SIGTERM', () => void backend.stop().then(() => process.exit(0)))
console.log(backend.url)
