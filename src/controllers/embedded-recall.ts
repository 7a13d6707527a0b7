import { embedded } from '../state/embedded'
import { embeddedWallet, readSmartNetworks } from './embedded'

/** A stored login may still hold: the connector is there to be asked. Throws EMAIL_LOGIN_UNAVAILABLE. */
export async function recallEmbedded(): Promise<void> {
  const { wasUsed, usedVia } = await embeddedWallet()
  if (!wasUsed()) return
  embedded.via = usedVia()
  void readSmartNetworks()
}
