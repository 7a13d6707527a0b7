import { createApp, type GlobalComponents } from 'vue'
import type { WalletModalProps } from 'wallet-modal/types'
import App from './App.vue'
// What the docs show.
import './Wallet.vue'

// What templates may write, for tools that check them.
export type Known = InstanceType<GlobalComponents['wallet-modal']>['$props'] & WalletModalProps

createApp(App).mount('#root')
