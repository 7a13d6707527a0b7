import { expect, vi } from 'vitest'
import type { AuthConfig } from './auth-config'

type Posted = { type: string; id: string; payload?: { method?: string } }

/** Chunks may take a while to load. */
export const PATIENCE = { timeout: 15_000, interval: 5 }

/** An `iframe` as far as it is used: records what is posted to it, and whether it is in the page. */
class Frame extends EventTarget {
  title = ''
  src = ''
  referrerPolicy = ''
  readonly style = {}
  isConnected = false
  readonly attributes = new Map<string, string>()
  readonly posted: Posted[] = []
  readonly targets = new Set<string>()
  contentWindow: { postMessage(message: Posted, target: string): void } | null = null
  setAttribute(name: string, value: string) {
    this.attributes.set(name, value)
  }
  enter() {
    this.isConnected = true
    this.contentWindow = {
      postMessage: (message, target) => {
        this.posted.push(message)
        this.targets.add(target)
      },
    }
  }
  remove() {
    this.isConnected = false
    this.contentWindow = null
  }
}

/** A window that counts its listeners. */
class Page extends EventTarget {
  readonly listeners = new Set<unknown>()
  override addEventListener(type: string, listener: EventListener) {
    this.listeners.add(listener)
    super.addEventListener(type, listener)
  }
  override removeEventListener(type: string, listener: EventListener) {
    this.listeners.delete(listener)
    super.removeEventListener(type, listener)
  }
}

/** A page for tests without a browser, in which frames can be created; replaces `document` and `window` until unstubbed. */
export function stageFrames(origin: string) {
  const page = new Page()
  const frames: Frame[] = []
  const answered = new Set<string>()
  const last = () => frames.at(-1) ?? new Frame()
  /** The element that frames are put into. */
  const body: HTMLElement = Object.assign(Object.create(null), {
    isConnected: true,
    replaceChildren: (frame: Frame) => frame.enter(),
  })
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', {
    title: 'Bakery',
    querySelector: () => null,
    querySelectorAll: () => [],
    addEventListener() {},
    removeEventListener() {},
    createElement: () => {
      const frame = new Frame()
      frames.push(frame)
      return frame
    },
    getElementById: () => {
      throw new Error('The frame is found by reference')
    },
  })
  const say = (source: unknown, data: unknown, from = origin) =>
    page.dispatchEvent(Object.assign(new Event('message'), { source, origin: from, data }))
  return {
    ...{ origin, page, frames, last, body, say },
    getReady: () => say(last().contentWindow, { type: '@w3m-frame/READY', payload: {} }),
    /** The frame's answer to the newest unanswered request of this name, once there is one. */
    async answer(name: string, payload?: unknown, end = 'SUCCESS') {
      const asked = () => last().posted.findLast(({ type, id }) => type === `@w3m-app/${name}` && !answered.has(id))
      await vi.waitFor(() => expect(asked(), name).toBeDefined(), PATIENCE)
      const { id = '' } = asked() ?? {}
      answered.add(id)
      say(last().contentWindow, { type: `@w3m-frame/${name}_${end}`, id, payload })
    },
  }
}

/** What the embedded wallet knows of a page that approves everything and listens to nothing. */
export const authConfig = ({ origin, body }: ReturnType<typeof stageFrames>): AuthConfig => ({
  ...{ url: `${origin}/sdk`, projectId: 'p', debug: false, place: async () => body, onHeight: () => {} },
  metadata: { name: 'Bakery', description: '', url: 'https://bakery.example', icons: [] },
  sdkVersion: 'test',
  accountType: () => 'eoa',
  label: () => ({ name: 'Email' }),
  via: () => undefined,
  approve: async () => {},
  ...{ settled: () => {}, refused: () => {}, onForgotten: () => {}, onStart: () => {}, onUser: () => {} },
})
