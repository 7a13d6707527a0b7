import type { Adapter, AdapterPayload } from 'oidc-provider'

type Entry = { readonly payload: AdapterPayload; readonly end: number }

/** The identity server's storage, in memory: gone with the process. */
export function createStore(): (model: string) => Adapter {
  const entries = new Map<string, Entry>()
  const get = (key: string) => {
    const entry = entries.get(key)
    if (entry && entry.end > Date.now()) return entry.payload
    entries.delete(key)
    return undefined
  }
  const findBy = (model: string, member: 'uid' | 'userCode', value: string) => {
    for (const [key, { payload }] of entries) if (key.startsWith(`${model}:`) && payload[member] === value) return get(key)
    return undefined
  }
  return (model) => ({
    async upsert(id, payload, expiresIn) {
      entries.set(`${model}:${id}`, { payload, end: expiresIn ? Date.now() + expiresIn * 1000 : Number.POSITIVE_INFINITY })
    },
    find: async (id) => get(`${model}:${id}`),
    findByUid: async (uid) => findBy(model, 'uid', uid),
    findByUserCode: async (code) => findBy(model, 'userCode', code),
    async consume(id) {
      const payload = get(`${model}:${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      entries.delete(`${model}:${id}`)
    },
    async revokeByGrantId(grantId) {
      // Only this model: a pending sign-in by another person also refers to the grant of the previous one.
      for (const [key, { payload }] of entries)
        if (key.startsWith(`${model}:`) && payload.grantId === grantId) entries.delete(key)
    },
  })
}
