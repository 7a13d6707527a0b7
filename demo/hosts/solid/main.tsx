import { createSignal, Show } from 'solid-js'
import { render } from 'solid-js/web'
import type {} from 'wallet-modal/types'
import { look, settings } from '../app'

function App() {
  const [account, setAccount] = createSignal('none')
  const [connects, setConnects] = createSignal(0)
  const [theme, setTheme] = createSignal<'light' | 'dark'>('light')
  const [shown, setShown] = createSignal(true)
  const [child, setChild] = createSignal(true)
  return (
    <>
      <h1>Solid</h1>
      <button type="button" onClick={() => setTheme(theme() === 'light' ? 'dark' : 'light')}>
        Theme
      </button>
      <button type="button" onClick={() => setShown(!shown())}>
        Element
      </button>
      <button type="button" onClick={() => setChild(!child())}>
        Child
      </button>
      <p id="account">{account()}</p>
      <p id="connects">{connects()}</p>
      <Show when={shown()}>
        <wallet-modal
          attr:project-id={settings.projectId}
          attr:mode="localhost"
          prop:debug={true}
          attr:rpc-url={settings.rpcUrl}
          attr:provider-url={settings.provider}
          attr:wallets-url={settings.provider}
          attr:relay-url={settings.relay}
          prop:networks={settings.networks}
          prop:themeVariables={look}
          prop:theme={theme()}
          on:wallet-connected={({ detail }) => {
            setAccount(detail.address)
            setConnects((count) => count + 1)
          }}
          on:wallet-disconnected={() => setAccount('none')}
        >
          <Show when={child()}>
            <p>A child</p>
          </Show>
        </wallet-modal>
      </Show>
      <wallet-button attr:label="Connect wallet" attr:balance={false} />
    </>
  )
}

const root = document.getElementById('root')
if (root) render(() => <App />, root)
