// Compiled in the browser, so that this small project needs no build of Angular's own.
import '@angular/compiler'
import { Component, CUSTOM_ELEMENTS_SCHEMA, provideZonelessChangeDetection, signal } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import type {} from 'wallet-modal'
import { look, settings } from '../app'
// What the docs show.
import './wallet'

@Component({
  selector: '#root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <h1>Angular</h1>
    <button type="button" (click)="theme.set(theme() === 'light' ? 'dark' : 'light')">Theme</button>
    <button type="button" (click)="shown.set(!shown())">Element</button>
    <button type="button" (click)="child.set(!child())">Child</button>
    <p id="account">{{ account() }}</p>
    <p id="connects">{{ connects() }}</p>
    @if (shown()) {
      <wallet-modal
        [attr.project-id]="settings.projectId"
        mode="localhost"
        [debug]="true"
        [rpcUrl]="settings.rpcUrl"
        [providerUrl]="settings.provider"
        [walletsUrl]="settings.provider"
        [attr.relay-url]="settings.relay"
        [networks]="settings.networks"
        [themeVariables]="look"
        [theme]="theme()"
        (wallet-connected)="connected($event)"
        (wallet-disconnected)="account.set('none')"
      >
        @if (child()) {
          <p>A child</p>
        }
      </wallet-modal>
    }
    <wallet-button></wallet-button>
  `,
})
class App {
  readonly settings = settings
  readonly look = look
  readonly account = signal('none')
  readonly connects = signal(0)
  readonly theme = signal<'light' | 'dark'>('light')
  readonly shown = signal(true)
  readonly child = signal(true)
  connected({ detail }: GlobalEventHandlersEventMap['wallet-connected']) {
    this.account.set(detail.address)
    this.connects.update((count) => count + 1)
  }
}

bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] }).catch((error) => console.error(error))
