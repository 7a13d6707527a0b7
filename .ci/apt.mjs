import { readFileSync } from 'node:fs'
import { run } from './command.mjs'

/** Whether we may install Debian packages. */
export function isDebianRoot() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

/** Whether Debian packages can be installed here: we are root on Debian, and every package source answers. */
export async function isAptReachable() {
  const once = ['-o', 'APT::Update::Error-Mode=any', '-o', 'Acquire::Retries=2']
  return isDebianRoot() && (await run('apt-get', ['update', '-qq', ...once], { quiet: true, minutes: 2 })) === 0
}

/** Installs Debian packages; each step is ended after `minutes`. The caller checks whether they are installed afterwards. */
export async function aptInstall(packages, minutes = 10) {
  console.log(`Installing ${packages.join(', ')} with apt-get …`)
  const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true, minutes }
  // An interrupted installation has to be completed before anything else can be installed.
  await run('dpkg', ['--configure', '-a'], quiet)
  await run('apt-get', ['update', '-qq'], quiet)
  await run('apt-get', ['-o', 'DPkg::Lock::Timeout=120', 'install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
}
