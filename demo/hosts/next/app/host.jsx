'use client'

import { useCallback, useState } from 'react'

const look = { '--wm-accent': '#0b6e4f' }

/** The page that every framework has here. */
export function Host({ settings }) {
  const [account, setAccount] = useState('none')
  const [connects, setConnects] = useState(0)
  const [theme, setTheme] = useState('light')
  const [shown, setShown] = useState(true)
  const [child, setChild] = useState(true)
  // React gives an element that it finds in the server's HTML neither objects nor listeners; what HTML cannot hold is given here.
  const give = useCallback(
    (element) => {
      Object.assign(element, { networks: settings.networks, themeVariables: look })
      const connected = ({ detail }) => {
        setAccount(detail.address)
        setConnects((count) => count + 1)
      }
      const disconnected = () => setAccount('none')
      element.addEventListener('wallet-connected', connected)
      element.addEventListener('wallet-disconnected', disconnected)
      return () => {
        element.removeEventListener('wallet-connected', connected)
        element.removeEventListener('wallet-disconnected', disconnected)
      }
    },
    [settings],
  )
  return (
    <>
      <h1>Next</h1>
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
          ref={give}
          project-id={settings.projectId}
          mode="localhost"
          debug
          rpc-url={settings.rpcUrl}
          provider-url={settings.provider}
          wallets-url={settings.provider}
          relay-url={settings.relay}
          theme={theme}
        >
          {child && <p>A child</p>}
        </wallet-modal>
      )}
      <wallet-button />
    </>
  )
}
