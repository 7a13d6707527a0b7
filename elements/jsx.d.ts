// Types of the elements in templates: React 18 and 19, Preact, Solid, Vue, Svelte. Import it once, just for its types:
// `import type {} from 'wallet-modal/types'`. Angular does not type custom elements: use CUSTOM_ELEMENTS_SCHEMA, and the DOM types here.
import type { CaipNetworkId } from '../src/lib/caip'
import type { AttributeName, attributes, OwnAttributeName, ownAttributes } from './attributes'
import type { WalletEvents } from './events'
import type { WalletButtonElement, WalletModalElement, WalletNetworkButtonElement } from './index'
import type { Camel } from './property-types'

export type { WalletEvents }

type Readers = typeof attributes & typeof ownAttributes
type ReadBy<K extends AttributeName | OwnAttributeName> = Exclude<ReturnType<Readers[K]['read']>, undefined>
/** The value as written in markup: one of the words, a boolean attribute, else text. */
type Written<T> = [T] extends [boolean]
  ? boolean | '' | 'true' | 'false'
  : [T] extends [CaipNetworkId]
    ? string
    : [T] extends [string]
      ? T
      : string

/** Attributes of `<wallet-modal>` by name. */
export type WalletModalAttributes = { [K in AttributeName | OwnAttributeName]?: Written<ReadBy<K>> | undefined }

type Settable = Omit<
  WalletModalElement,
  keyof HTMLElement | 'state' | 'ready' | 'elementId' | 'given' | 'showState' | 'attributeChangedCallback'
>
type Methods = {
  [K in keyof Settable]: NonNullable<Settable[K]> extends (...args: never[]) => unknown ? K : never
}[keyof Settable]
/** Properties of `<wallet-modal>` that a host can set. */
export type WalletModalProperties = Partial<Omit<Settable, Methods>>

type Both<A, B> = {
  [K in keyof A | keyof B]?: (K extends keyof A ? A[K] : never) | (K extends keyof B ? B[K] : never) | undefined
}
type Handlers<Prefix extends string> = {
  [K in keyof WalletEvents as `${Prefix}${K}`]?: ((event: CustomEvent<WalletEvents[K]>) => void) | undefined
}
type VueHandlers = {
  [K in keyof WalletEvents as `on${Capitalize<Camel<K>>}`]?: ((event: CustomEvent<WalletEvents[K]>) => void) | undefined
}

/** What a template can set on `<wallet-modal>`, except event handlers. */
export type WalletModalProps = Both<WalletModalAttributes, WalletModalProperties>
/** What a template can set on `<wallet-button>`. */
export type WalletButtonProps = {
  for?: string | undefined
  label?: string | undefined
  size?: 'small' | (string & {}) | undefined
  balance?: boolean | '' | undefined
  namespace?: string | undefined
}
/** What a template can set on `<wallet-network-button>`. */
export type WalletNetworkButtonProps = Pick<WalletButtonProps, 'for' | 'size'>

/** The elements' types for a framework: `Prefix` starts its handler names; the rest are the framework's own attributes of each element. */
type Elements<Prefix extends string, Modal, Button, NetworkButton> = {
  'wallet-modal': WalletModalProps & Handlers<Prefix> & Modal
  'wallet-button': WalletButtonProps & Button
  'wallet-network-button': WalletNetworkButtonProps & NetworkButton
}

// A page has one of these frameworks; the modules of the others are not found, hence each `ts-ignore`.

// @ts-ignore
import type { DetailedHTMLProps, HTMLAttributes as ReactAttributes } from 'react'

// `EventTarget`, because Preact’s types for `preact/compat` ask for one.
type InReact<T extends EventTarget> = DetailedHTMLProps<ReactAttributes<T>, T>
// @ts-ignore
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements
      extends Elements<'on', InReact<WalletModalElement>, InReact<WalletButtonElement>, InReact<WalletNetworkButtonElement>> {}
  }
}

// @ts-ignore
import type { HTMLAttributes as PreactAttributes } from 'preact'

// @ts-ignore
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements
      extends Elements<
        'on',
        PreactAttributes<WalletModalElement>,
        PreactAttributes<WalletButtonElement>,
        PreactAttributes<WalletNetworkButtonElement>
      > {}
  }
}

// @ts-ignore
import type { JSX as SolidJSX } from 'solid-js'

type Prefixed<Prefix extends string, T> = { [K in keyof T as `${Prefix}${K & string}`]?: T[K] | undefined }
// @ts-ignore
declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements
      extends Elements<
        'on:',
        SolidJSX.HTMLAttributes<WalletModalElement> &
          Prefixed<'prop:', WalletModalProperties> &
          Prefixed<'attr:', WalletModalAttributes>,
        SolidJSX.HTMLAttributes<WalletButtonElement> & Prefixed<'attr:', WalletButtonProps>,
        SolidJSX.HTMLAttributes<WalletNetworkButtonElement> & Prefixed<'attr:', WalletNetworkButtonProps>
      > {}
  }
}

// @ts-ignore
import type { HTMLAttributes as SvelteAttributes } from 'svelte/elements'

// @ts-ignore
declare module 'svelte/elements' {
  interface SvelteHTMLElements
    extends Elements<
      'on' | 'on:',
      SvelteAttributes<WalletModalElement>,
      SvelteAttributes<WalletButtonElement>,
      SvelteAttributes<WalletNetworkButtonElement>
    > {}
}

// @ts-ignore
import type { HTMLAttributes as VueAttributes } from 'vue'

// @ts-ignore
declare module 'vue' {
  interface GlobalComponents {
    'wallet-modal': new () => { $props: WalletModalProps & VueHandlers & VueAttributes }
    'wallet-button': new () => { $props: WalletButtonProps & VueAttributes }
    'wallet-network-button': new () => { $props: WalletNetworkButtonProps & VueAttributes }
  }
}
