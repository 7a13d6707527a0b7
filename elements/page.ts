import { configure } from '../src/controllers/config'
import { startEffects } from '../src/controllers/effects'
import { speakAt } from '../src/controllers/locale'
import { hideModal, setHome } from '../src/controllers/modal'
import { onChange } from '../src/controllers/on-change'
import { ownSiwx } from '../src/controllers/own-siwx'
import { report } from '../src/controllers/report'
import { WalletError } from '../src/lib/errors'
import { whenLoaded } from '../src/lib/when-loaded'
import { chains } from '../src/state/chains'
import { config } from '../src/state/config'
import { messages } from '../src/state/messages'
import { modal } from '../src/state/modal'
import { afterScripts } from './after-scripts'
import type { Given } from './attributes'
import { greet, startEvents } from './events'
import { offerHostWallets } from './host-wallets'
import { keepInPlace } from './in-place'
import type { LaterSettings } from './later'

/** What the page's one wallet needs of each of its doors. */
export type Door = HTMLElement & {
  readonly elementId: number
  readonly embedded: unknown
  /** What its attributes and properties give of the page-wide configuration. */
  readonly given: Given
  showState(): void
}

const doors = new Set<Door>()
/** What only its properties give of a door's settings. */
export const later = new WeakMap<object, Partial<LaterSettings>>()
const conflicts = new Set<string>()
/** What can be told only once somebody hears events: a bad value in the markup is read before that. */
const untold: (() => void)[] = []
let stop: (() => void) | undefined

/** Not while markup that stood there before the script becomes an element: its attributes are told of one by one, in the page already. */
export const hasEntered = (door: Door): boolean => doors.has(door)

/** An element is on the page: the first one configures and starts everything. */
export function enter(door: Door): void {
  const isNew = !doors.has(door)
  const late = stop
  doors.add(door)
  if (first() === door) applyGiven(door)
  // A moment later, so that properties set in the same task are there before anything starts.
  queueMicrotask(() => {
    const leader = first()
    if (!leader) return
    if (isNew) greet(door, late)
    stop ??= start()
    speakAt(leader)
    afterScripts(() => {
      // Who stays is known by now: one that leads may have gone, or have been moved, in this very task.
      compare(door)
      if (isNew && config.debug) whenLoaded(import('./misspelt'), ({ tellMisspelt }) => tellMisspelt(door))
      for (const tell of untold.splice(0)) tell()
    })
    door.showState()
  })
}

/** Tells the host something, as soon as an element is on the page and at work. */
export function tellHost(tell: () => void): void {
  if (stop) tell()
  else untold.push(tell)
}

/** An element has left for good: the next one takes over, and with the last one everything stops. */
export function leave(door: Door): void {
  const led = first() === door
  doors.delete(door)
  const next = first()
  setHome(next?.elementId)
  if (next && led) {
    lead(next)
    speakAt(next)
  }
  if (next) return
  stop?.()
  stop = undefined
  conflicts.clear()
}

/** Applies what an element gives. What a later element gives differently is told and ignored. */
export function applyGiven(door: Door): void {
  const leader = first()
  if (!leader || !doors.has(door)) return
  setHome(leader.elementId)
  if (leader === door) lead(door)
  // The first one may go in this very task, as between two routes; this one leads then.
  else setTimeout(compare, 0, door)
}

function compare(door: Door): void {
  const leader = first()
  if (!leader || leader === door || !doors.has(door)) return
  for (const [name, value] of Object.entries(door.given)) {
    const theirs = leader.given[name as keyof Given]
    if (JSON.stringify(theirs) === JSON.stringify(value) || conflicts.has(name)) continue
    conflicts.add(name)
    const conflict = new WalletError('CONFIG_CONFLICT', {
      message: `Two elements disagree about ${name}`,
      help: 'The first element on the page configures all of them.',
    })
    tellHost(() => report(conflict))
  }
}

/** How visitors sign in is the first element's too, whatever a later one has of its own, or has not. */
function lead(door: Door): void {
  Object.assign(ownSiwx, { siwx: undefined, siweConfig: undefined, login: undefined }, later.get(door))
  configure(door.given)
}

/** The element that configures all of them. */
export const first = (): Door | undefined => doors.values().next().value

/**
 * Turbo and Livewire keep a copy of the page that is left and show it to who comes back: of one that is open, that would open
 * again. What they carry along into the next page stays as it is. Returns its stop.
 */
function closeBeforeCopies(): () => void {
  const close = () => {
    const showing = [...doors].find(({ elementId }) => elementId === modal.elementId)
    if (!showing || showing.closest('[data-turbo-permanent],[x-persist]')) return
    hideModal()
    // Turbo copies it a task later, Livewire in this one.
    showing.showState()
  }
  const stop = new AbortController()
  for (const leaving of ['turbo:before-cache', 'livewire:navigating']) document.addEventListener(leaving, close, stop)
  return () => stop.abort()
}

function start(): () => void {
  const show = () => {
    for (const door of doors) door.showState()
  }
  const stops = [
    startEvents(doors),
    startEffects(),
    offerHostWallets(),
    keepInPlace(doors),
    closeBeforeCopies(),
    onChange([modal], () => modal.elementId, show),
    onChange(
      [modal],
      () => modal.frameIn,
      () =>
        import('./secure-frame').then(
          ({ placeFrame }) => placeFrame(doors),
          // Asked for again with the next frame; whoever asks this one is told.
          () => {
            modal.frameIn = undefined
          },
        ),
    ),
    onChange([chains], () => chains.status, show),
    onChange([messages], () => `${messages.direction} ${messages.locale}`, show),
  ]
  return () => {
    for (const each of stops) each()
  }
}
