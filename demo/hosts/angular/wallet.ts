import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core'
import 'wallet-modal'

@Component({
  selector: 'app-wallet',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <wallet-modal
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
  connected({ detail }: GlobalEventHandlersEventMap['wallet-connected']) {
    this.account.set(detail.caipAddress)
  }
}
