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
import type { PropertySettings } from './property-types'

/** What the page's one wallet needs of each `<wallet-modal>`. */
export type Door = HTMLElement & {
  readonly elementId: number
  readonly embedded: unknown
  /** Page-wide settings given by its attributes and properties. */
  readonly given: Given
  showState(): void
}

const doors = new Set<Door>()
/** An element's settings that only properties can give. */
export const propertySettings = new WeakMap<object, Partial<PropertySettings>>()
const conflicts = new Set<string>()
/** Reports that wait until events can be heard: a bad value in the markup is read before that. */
const untold: (() => void)[] = []
let stop: (() => void) | undefined

/** False while markup from before the script is being upgraded: it is in the page already, but its attributes are read one by one. */
export const hasEntered = (door: Door): boolean => doors.has(door)

/** An element is on the page: the first one configures and starts everything. */
export function enter(door: Door): void {
  const isNew = !doors.has(door)
  const late = stop
  doors.add(door)
  if (first() === door) applyGiven(door)
  // Deferred, so that properties set in the same task are known before anything starts.
  queueMicrotask(() => {
    const leader = first()
    if (!leader) return
    if (isNew) greet(door, late)
    stop ??= start()
    speakAt(leader)
    afterScripts(() => {
      // By now it is known which elements stay: the first one may have left or been moved in this same task.
      compare(door)
      if (isNew && config.debug) whenLoaded(import('./misspelt'), ({ tellMisspelt }) => tellMisspelt(door))
      for (const tell of untold.splice(0)) tell()
    })
    door.showState()
  })
}

/** Reports something to the host as soon as an element on the page has started. */
export function tellHost(tell: () => void): void {
  if (stop) tell()
  else untold.push(tell)
}

/** An element has left for good: the next one takes over; after the last one everything stops. */
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

/** Applies an element's settings. Different settings of a later element are reported and ignored. */
export function applyGiven(door: Door): void {
  const leader = first()
  if (!leader || !doors.has(door)) return
  setHome(leader.elementId)
  if (leader === door) lead(door)
  // The first one may leave in this same task, as between two routes; then this one configures the page.
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

/** The first element also determines how visitors sign in, whatever a later one has set. */
function lead(door: Door): void {
  Object.assign(ownSiwx, { siwx: undefined, siweConfig: undefined, login: undefined }, propertySettings.get(door))
  configure(door.given)
}

/** The element that configures all others. */
export const first = (): Door | undefined => doors.values().next().value

/**
 * Turbo and Livewire keep a copy of the page that the visitor leaves and show it when they return: an open modal would then open
 * again. Elements that they carry over into the next page are left alone. Returns a function that stops it.
 */
function closeBeforeCopies(): () => void {
  const close = () => {
    const showing = [...doors].find(({ elementId }) => elementId === modal.elementId)
    if (!showing || showing.closest('[data-turbo-permanent],[x-persist]')) return
    hideModal()
    // Turbo copies the page a task later, Livewire in this task.
    showing.showState()
  }
  const stop = new AbortController()
  for (const leaving of ['turbo:before-cache', 'livewire:navigating']) document.addEventListener(leaving, close, stop)
  return () => stop.abort()
}

/**
 * A page that Turbo refreshes by morphing the server's markup into it has no `open` there: that the modal is shown is the visitor's
 * doing, and closing it would end what they are at. Nor has it the `data-theme` of a theme that a property has given. Returns a
 * function that stops it.
 */
function stayInMorphs(): () => void {
  const asked = 'turbo:before-morph-attribute'
  const keep = (event: Event) => {
    const { attributeName, mutationType } = (event as CustomEvent).detail
    const isOurs = doors.has(event.target as Door) && /^(open|data-theme)$/.test(attributeName)
    if (isOurs && mutationType === 'remove') event.preventDefault()
  }
  document.addEventListener(asked, keep)
  return () => document.removeEventListener(asked, keep)
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
    stayInMorphs(),
    onChange([modal], () => `${modal.elementId} ${modal.embeddings}`, show),
    onChange(
      [modal],
      () => modal.frameIn,
      () =>
        import('./secure-frame').then(
          ({ placeFrame }) => placeFrame(doors),
          // Loaded again for the next frame; the caller that asked for this one gets the error.
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
