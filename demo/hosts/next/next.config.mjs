import { fileURLToPath } from 'node:url'

/** @type {import('next').NextConfig} */
export default {
  distDir: '.built',
  // All hosts share the lockfile one folder above; Next must not search further up.
  turbopack: { root: fileURLToPath(new URL('..', import.meta.url)) },
}
