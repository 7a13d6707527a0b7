import { notices } from '../lib/error-catalogue'
import { notice } from '../state/notice'

/** Shows 'Authenticating...' while `work` asks a backend. */
export async function authenticating<T>(work: () => Promise<T>): Promise<T> {
  const snack = { kind: 'info', text: notices.AUTHENTICATING } as const
  notice.snack = snack
  try {
    return await work()
  } finally {
    if (notice.snack?.text === snack.text) notice.snack = undefined
  }
}
