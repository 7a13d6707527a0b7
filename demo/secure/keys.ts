import { bytesToHex, type Hex } from 'viem'

/**
 * The keys of the people who sign in here: generated with the browser's random numbers, encrypted with a non-extractable
 * AES-GCM key, and stored in this origin's database. They never leave this frame.
 */
export type Keys = { readonly evm: Hex; readonly solana: Uint8Array<ArrayBuffer> }

type Locked = { readonly lock: CryptoKey; readonly iv: Uint8Array<ArrayBuffer>; readonly data: ArrayBuffer }

/** The person's keys, created at their first sign-in in this browser. */
export async function keysOf(person: string): Promise<Keys> {
  const db = await openDatabase()
  const kept = await read(db, person)
  if (kept) return unlock(kept)
  const secret = crypto.getRandomValues(new Uint8Array(64))
  const lock = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const locked = { lock, iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, lock, secret) }
  return unlock(await keep(db, person, locked))
}

async function unlock({ lock, iv, data }: Locked): Promise<Keys> {
  return open(new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, lock, data)))
}

const open = (secret: Uint8Array<ArrayBuffer>): Keys => ({ evm: bytesToHex(secret.slice(0, 32)), solana: secret.slice(32) })

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('secure', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('keys')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function read(db: IDBDatabase, person: string): Promise<Locked | undefined> {
  return new Promise((resolve, reject) => {
    const request = db.transaction('keys').objectStore('keys').get(person)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Stores them, unless another tab has created some meanwhile; resolves to the first stored ones. */
function keep(db: IDBDatabase, person: string, locked: Locked): Promise<Locked> {
  return new Promise((resolve, reject) => {
    const change = db.transaction('keys', 'readwrite')
    const keys = change.objectStore('keys')
    const request: IDBRequest<Locked | undefined> = keys.get(person)
    request.onsuccess = () => {
      if (!request.result) keys.put(locked, person)
    }
    change.oncomplete = () => resolve(request.result ?? locked)
    change.onerror = () => reject(change.error)
  })
}
