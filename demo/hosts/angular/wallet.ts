import { afterNextRender, Component, CUSTOM_ELEMENTS_SCHEMA, type ElementRef, signal, viewChild } from '@angular/core'
import 'wallet-modal'
import type { WalletModalElement } from 'wallet-modal'

@Component({
  selector: 'app-wallet',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <wallet-modal
      #modal
      project-id="…"
      [networks]="networks"
      [themeVariables]="look"
      (wallet-connected)="connected($event)"
      (wallet-disconnected)="account.set(undefined)"
    ></wallet-modal>
    <wallet-button></wallet-button>
    <p>{{ account() ?? 'Nobody is here' }}</p>
  `,
})
export class Wallet {
  readonly networks = ['eip155:56', 'eip155:42161']
  readonly look = { '--wm-accent': '#0369a1' }
  readonly account = signal<string | undefined>(undefined)
  readonly modal = viewChild.required<ElementRef<WalletModalElement>>('modal')
  constructor() {
    // On a page that a server rendered, the last visit's wallet may be restored before anything listens.
    afterNextRender(() => this.account.set(this.modal().nativeElement.state.account?.caipAddress))
  }
  connected({ detail }: GlobalEventHandlersEventMap['wallet-connected']) {
    this.account.set(detail.caipAddress)
  }
}
