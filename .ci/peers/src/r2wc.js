// The second floor: the same with the two libraries that wallet-modal's views stand on.
import r2wc from '@r2wc/react-to-web-component'
import { createElement, useRef, useState } from 'react'

function Connect() {
  const dialog = useRef(null)
  const [address, setAddress] = useState('')
  const connect = async () => {
    const [found] = await window.benchWallet.request({ method: 'eth_requestAccounts' })
    dialog.current.close()
    setAddress(found)
  }
  const label = address ? `${address.slice(0, 4)}…${address.slice(-4)}` : 'Connect wallet'
  return [
    createElement('button', { type: 'button', key: 'open', onClick: () => dialog.current.showModal() }, label),
    createElement(
      'dialog',
      { key: 'dialog', ref: dialog, 'aria-label': 'Connect' },
      createElement('button', { type: 'button', onClick: connect }, 'Bench Wallet'),
    ),
  ]
}

customElements.define('x-connect', r2wc(Connect, { shadow: 'open' }))
const element = document.querySelector('x-connect')
const place = element.parentElement
window.subject = { remove: () => element.remove(), add: () => place.append(element) }
