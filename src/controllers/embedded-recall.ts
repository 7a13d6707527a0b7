import { embedded } from '../state/embedded'
import { embeddedWallet, readSmartNetworks } from './embedded'

/** Adds the embedded wallet's connector where a login was stored, so that it can be restored. Throws EMAIL_LOGIN_UNAVAILABLE. */
export async function recallEmbedded(): Promise<void> {
  const { wasUsed, usedVia } = await embeddedWallet()
  if (!wasUsed()) return
  embedded.via = usedVia()
  void readSmartNetworks()
}
