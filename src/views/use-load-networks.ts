import { useEffect, useState } from 'react'
import { loadNetworks } from '../controllers/network-list'

/** Loads the app's networks. Returns how to ask once more where they did not come; undefined otherwise. */
export function useLoadNetworks(): (() => void) | undefined {
  const [failed, setFailed] = useState(false)
  const load = () => {
    setFailed(false)
    loadNetworks().catch(() => setFailed(true))
  }
  useEffect(load, [])
  return failed ? load : undefined
}
