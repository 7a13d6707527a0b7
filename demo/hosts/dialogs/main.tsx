import { Dialog as MuiDialog } from '@mui/material'
import * as Radix from '@radix-ui/react-dialog'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import type {} from 'wallet-modal/types'
import { settings } from '../app'

// The element is inside the dialog that opens it, because these dialogs trap the focus.
function Wallet() {
  return (
    <>
      <wallet-modal
        project-id={settings.projectId}
        mode="localhost"
        rpc-url={settings.rpcUrl}
        provider-url={settings.provider}
        wallets-url={settings.provider}
        relay-url={settings.relay}
        networks={settings.networks}
      />
      <wallet-button />
    </>
  )
}

function App() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <h1>Dialogs of others</h1>
      <Radix.Root>
        <Radix.Trigger>Open Radix</Radix.Trigger>
        <Radix.Portal>
          <Radix.Overlay style={{ position: 'fixed', inset: 0, background: '#0008' }} />
          <Radix.Content
            style={{ position: 'fixed', inset: '20%', background: '#fff' }}
            onInteractOutside={(event) => event.preventDefault()}
          >
            <Radix.Title>Pay with Radix</Radix.Title>
            <Radix.Description>A dialog that keeps the focus</Radix.Description>
            <Wallet />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      <button type="button" onClick={() => setOpen(true)}>
        Open MUI
      </button>
      <MuiDialog open={open} onClose={() => setOpen(false)} aria-label="Pay with MUI">
        <Wallet />
      </MuiDialog>
    </>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
