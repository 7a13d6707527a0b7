import { type ReactNode, useState } from 'react'
import { useSnapshot } from 'valtio'
import { searchNetworks } from '../controllers/network-search'
import { networks } from '../state/networks'
import { SearchInput } from '../ui/TextInput'
import { useMessages } from './use-messages'

/** A list this long is read at a glance; a longer one has a search. */
const GLANCE = 6

/** The app's networks that match the search, in their order; `field`: the search field, if there are many; `none`: nothing was found. */
export function useNetworkSearch() {
  const t = useMessages().networks
  const { list } = useSnapshot(networks)
  const [text, setText] = useState('')
  const found = searchNetworks(list, text)
  const field: ReactNode = list.length > GLANCE && (
    <SearchInput label={t.search} value={text} onChange={setText} clearLabel={t.clear} />
  )
  return { list, found, field, none: list.length > 0 && found.length === 0 && t.none(text) }
}
