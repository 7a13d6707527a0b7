import { createApp, type GlobalComponents } from 'vue'
import type { WalletModalProps } from 'wallet-modal/types'
import App from './App.vue'
// What the docs show.
import './Wallet.vue'

// The types that templates are checked against.
export type Known = InstanceType<GlobalComponents['wallet-modal']>['$props'] & WalletModalProps

createApp(App).mount('#root')
