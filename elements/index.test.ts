import { expect, test, vi } from 'vitest'

test('a second copy logs which version works and which is idle, and defines nothing', async () => {
  const define = vi.fn()
  vi.stubGlobal('customElements', { get: () => ({ version: '9.8.7' }), define })
  const info = vi.spyOn(console, 'info').mockImplementation(() => {})
  const { WalletModal } = await import('.')
  expect(info.mock.calls).toEqual([
    [`<wallet-modal> is already defined, as 9.8.7: this copy, ${WalletModal.version}, stays idle. Load only one of them.`],
  ])
  expect(define).not.toHaveBeenCalled()
  info.mockRestore()
  vi.unstubAllGlobals()
})
