// After the end-to-end tests: checks that they contacted exactly the hosts that `networkPlan()` lists, feature by feature.
import { existsSync, readFileSync } from 'node:fs'
import { at, isMain, readJson } from './root.mjs'

/**
 * One sentence for each feature of the plan whose hosts no test has contacted, and for each contacted host that the plan
 * does not list. `others`: hosts that the element is not responsible for, such as the page itself.
 */
export function planProblems(plan, contacted, others) {
  const features = [...new Set(plan.map(({ feature }) => feature))]
  const hostsOf = (feature) => plan.filter((each) => each.feature === feature).map(({ host }) => host)
  const named = new Set([...plan.map(({ host }) => host), ...others])
  return [
    ...features
      .filter((feature) => !hostsOf(feature).some((host) => contacted.includes(host)))
      .map((feature) => `networkPlan() names hosts for "${feature}", and no test has contacted one of them`),
    ...contacted.filter((host) => !named.has(host)).map((host) => `${host} was contacted, and networkPlan() does not name it`),
  ]
}

/** Hosts of the local stack that the element never contacts: its pages, the test wallet, the inbox, the social networks' page. */
const besides = ({ demo, wallet, mail, identity }) => [demo, wallet, mail, identity].map((url) => new URL(url).host)

const linesOf = (file) => readFileSync(file, 'utf8').split('\n').filter(Boolean)

if (isMain(import.meta.url)) {
  const seen = at('.built/contacted.txt')
  const told = readJson(at('.built/network-plan.json'))
  const urls = readJson(at('.built/stack.json'))
  const found =
    existsSync(seen) && told && urls
      ? planProblems(told.plan, [...new Set([...linesOf(seen), ...told.contacted])], besides(urls))
      : ['There is nothing to compare; run the end-to-end tests first.']
  for (const problem of found) console.error(problem)
  if (found.length === 0)
    console.log(`networkPlan(): ${told.plan.length} hosts, each feature contacted by a test, and nothing else`)
  process.exitCode = found.length > 0 ? 1 : 0
}
