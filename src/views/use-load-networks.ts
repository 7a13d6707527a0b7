import { useEffect, useState } from 'react'
import { loadNetworks } from '../controllers/network-list'

/** Loads the app's networks. Returns a function that tries again if they did not load, else undefined. */
export function useLoadNetworks(): (() => void) | undefined {
  const [failed, setFailed] = useState(false)
  const load = () => {
    setFailed(false)
    loadNetworks().catch(() => setFailed(true))
  }
  useEffect(load, [])
  return failed ? load : undefined
}
