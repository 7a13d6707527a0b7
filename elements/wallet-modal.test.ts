import { expect, test, vi } from 'vitest'
import { WalletModalElement } from './wallet-modal'

test('an element whose page has gone, as that of jsdom when a test file is over, ends nothing in it', async () => {
  const showState = vi.fn()
  WalletModalElement.prototype.disconnectedCallback.call({
    isConnected: false,
    closest: () => null,
    elementId: 0,
    showState,
  } as never)
  await undefined
  expect(showState).not.toHaveBeenCalled()
})
