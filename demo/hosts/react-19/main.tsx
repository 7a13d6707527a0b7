import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { WalletEvents } from 'wallet-modal/types'
import { look, settings } from '../app'

/** A component passes on its optional props. */
type Given = { readonly onError?: (event: CustomEvent<WalletEvents['wallet-error']>) => void }

function App({ onError }: Given) {
  const [account, setAccount] = useState('none')
  const [connects, setConnects] = useState(0)
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const [shown, setShown] = useState(true)
  const [child, setChild] = useState(true)
  return (
    <>
      <h1>React 19</h1>
      <button type="button" onClick={() => setTheme(theme === 'light' ? 'dark' : 'light')}>
        Theme
      </button>
      <button type="button" onClick={() => setShown(!shown)}>
        Element
      </button>
      <button type="button" onClick={() => setChild(!child)}>
        Child
      </button>
      <p id="account">{account}</p>
      <p id="connects">{connects}</p>
      {shown && (
        <wallet-modal
          project-id={settings.projectId}
          mode="localhost"
          debug
          rpc-url={settings.rpcUrl}
          provider-url={settings.provider}
          wallets-url={settings.provider}
          relay-url={settings.relay}
          networks={settings.networks}
          themeVariables={look}
          theme={theme}
          onwallet-connected={({ detail }) => {
            setAccount(detail.address)
            setConnects((count) => count + 1)
          }}
          onwallet-disconnected={() => setAccount('none')}
          onwallet-error={onError}
        >
          {child && <p>A child</p>}
        </wallet-modal>
      )}
      <wallet-button />
    </>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
