import type { WalletProvider } from './types'
import vectors from './vectors/eip5792_examples.json'

/** A wallet that answers everything with `answer`, and the requests it received. */
export function wallet(answer: (params: readonly unknown[]) => unknown) {
  const asked: { method: string; params: readonly unknown[] }[] = []
  const provider: WalletProvider = {
    async request({ method, params }) {
      asked.push({ method, params: params as unknown[] })
      return answer(params as unknown[])
    },
  }
  return { provider, asked }
}

/** One that rejects with this code. */
export const refusing = (code: number) => wallet(() => Promise.reject(Object.assign(new Error('no'), { code })))

/** An example of EIP-5792, by its section. */
export const example = (section: string) => vectors.find((each) => each.section.includes(section))?.value
