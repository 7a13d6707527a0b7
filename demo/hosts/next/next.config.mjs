import { fileURLToPath } from 'node:url'

/** @type {import('next').NextConfig} */
export default {
  distDir: '.built',
  // One lockfile for all hosts stands above; none is looked for beyond it.
  turbopack: { root: fileURLToPath(new URL('..', import.meta.url)) },
}
