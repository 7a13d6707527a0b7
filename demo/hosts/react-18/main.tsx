import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { WalletModalElement } from 'wallet-modal'
import { look, settings } from '../app'

// React 18 only writes attributes: objects and events are set on the element itself.
const Modal = 'wallet-modal' as 'div'
const Button = 'wallet-button' as 'div'

function App() {
  const [account, setAccount] = useState('none')
  const [connects, setConnects] = useState(0)
  const [theme, setTheme] = useState('light')
  const [shown, setShown] = useState(true)
  const [child, setChild] = useState(true)
  const element = useRef<WalletModalElement & HTMLDivElement>(null)
  useEffect(() => {
    const modal = element.current
    if (!shown || !modal) return
    Object.assign(modal, { networks: settings.networks, themeVariables: look })
    const gone = new AbortController()
    const connected = ({ detail }: GlobalEventHandlersEventMap['wallet-connected']) => {
      setAccount(detail.address)
      setConnects((count) => count + 1)
    }
    modal.addEventListener('wallet-connected', connected, { signal: gone.signal })
    modal.addEventListener('wallet-disconnected', () => setAccount('none'), { signal: gone.signal })
    return () => gone.abort()
  }, [shown])
  const attributes = {
    'project-id': settings.projectId,
    mode: 'localhost',
    debug: '',
    'rpc-url': settings.rpcUrl,
    'provider-url': settings.provider,
    'wallets-url': settings.provider,
    'relay-url': settings.relay,
    theme,
  }
  return (
    <>
      <h1>React 18</h1>
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
        <Modal ref={element} {...attributes}>
          {child && <p>A child</p>}
        </Modal>
      )}
      <Button />
    </>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
