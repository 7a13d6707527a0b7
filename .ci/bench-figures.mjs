import { spawnSync } from 'node:child_process'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { at, readJson, writeJson } from './root.mjs'

/** The parts in this order: `bench-NAME.mjs` of each, and its title on the page of figures. */
export const parts = {
  opening: 'Opening, against the least that can be done',
  account: 'An account with thousands of rows',
  typing: 'Typing an amount',
  journey: 'A visitor’s way through the views',
  scale: 'Much of everything',
  peers: 'Against other modals',
}

/** Variables that make a measurement incomplete, for a quick look. */
export const lessens = ['ROUNDS', 'CYCLES', 'THROTTLES', 'PEERS', 'BUILT', 'TOKENS', 'TRANSACTIONS', 'WALLETS', 'MINUTES', 'ONLY']

const file = 'demo/docs/figures.json'

/** The stored figures, by part name. */
export const keptFigures = () => readJson(at(file)) ?? {}

const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: at('.'), encoding: 'utf8' })
  if (status !== 0) throw new Error('Figures are stored with their commit, and git is not available here.')
  return stdout.trim()
}

/** The measured commit. Throws if the checkout is changed, or the measurement would be incomplete. */
function measuredCommit(env, ask) {
  const less = lessens.filter((name) => env[name] !== undefined)
  if (less.length > 0) throw new Error(`Only whole measurements are kept: run again without ${less.join(', ')}.`)
  const changed = ask('status', '--porcelain', '--', '.', `:!${file}`)
  if (changed) throw new Error(`Figures are stored with their commit, and these changes are not committed:\n${changed}`)
  return ask('rev-parse', 'HEAD')
}

/** Shown with the figures: the machine, and how busy it was before. */
function machine() {
  const [{ model } = { model: 'unknown' }, ...others] = cpus()
  return {
    processor: model.trim(),
    cores: others.length + 1,
    memory: `${Math.round(totalmem() / 1e9)} GB`,
    system: `${type()} ${release()}`,
    load: loadavg()[0].toFixed(2),
  }
}

/** Stores a part's results in the file that the page of figures is made from, replacing its earlier ones. */
function keep(part, figures, path) {
  const kept = { ...readJson(path), [part]: figures }
  writeJson(path, Object.fromEntries(Object.keys(parts).flatMap((name) => (kept[name] ? [[name, kept[name]]] : []))))
}

/**
 * Measures the named parts, or all, and stores their figures if `KEEP` is 1; resolves to an exit code. `prepare` resolves to whether
 * there is something to measure, `load` to the part's module. Throws if a part does not exist, or `KEEP` is not allowed.
 */
export async function runParts(named, { env = process.env, ask = git, path = at(file), prepare, load }) {
  const unknown = named.filter((name) => !(name in parts))
  if (unknown.length > 0) throw new Error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}`)
  const keeps = env.KEEP === '1'
  const commit = keeps && measuredCommit(env, ask)
  if (!(await prepare())) return 1
  let code = 0
  for (const name of Object.keys(parts)) {
    if (named.length > 0 && !named.includes(name)) continue
    const before = { date: new Date().toISOString().slice(0, 10), commit, machine: machine() }
    const { bench } = await load(name)
    const { holds, ...figures } = await bench()
    if (!holds) code = 1
    console.log()
    if (!keeps) continue
    if (measuredCommit(env, ask) !== commit) throw new Error('Another commit was checked out meanwhile; nothing is kept.')
    keep(name, { ...before, ...figures }, path)
  }
  return code
}
