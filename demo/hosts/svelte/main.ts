import { mount } from 'svelte'
import type { SvelteHTMLElements } from 'svelte/elements'
import type { WalletModalProps } from 'wallet-modal/types'
import App from './App.svelte'
// What the docs show.
import './Wallet.svelte'

// The types that templates are checked against.
export type Known = SvelteHTMLElements['wallet-modal'] & WalletModalProps

const target = document.getElementById('root')
if (target) mount(App, { target })
