import { secp256k1 } from '@noble/curves/secp256k1'
import { blake2b } from '@noble/hashes/blake2'
import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { base58, base64, bech32, createBase58check } from '@scure/base'
import { getPublicKey, secretFromSeed, sign as signSr25519 } from '@scure/sr25519'
import { describe, expect, test } from 'vitest'
import vectors from '../lib/vectors/substrate.json'
import { caller, operator, signedIn, testLogin, wallet } from './test-login'

const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'
const TESTNET = 'bip122:000000000933ea01ad0ee984209779ba'
const POLKADOT = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const KUSAMA = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'
const chains = { 'eip155:56': {}, [BITCOIN]: {}, [TESTNET]: {}, [POLKADOT]: {}, [KUSAMA]: {} }
const login = () => testLogin({ chains })
const refused = (code: string) => expect.objectContaining({ code })

describe('a Bitcoin account', () => {
  const key = sha256(utf8ToBytes('a key of this test'))
  const hash = ripemd160(sha256(secp256k1.getPublicKey(key)))
  const address = bech32.encode('bc', [0, ...bech32.toWords(hash)])
  const sign = (message: string) => {
    const said = utf8ToBytes(message)
    const length = [0xfd, said.length & 255, said.length >> 8]
    const whole = concatBytes(Uint8Array.of(24), utf8ToBytes('Bitcoin Signed Message:\n'), Uint8Array.from(length), said)
    const signed = secp256k1.sign(sha256(sha256(whole)), key)
    return base64.encode(Uint8Array.of(39 + signed.recovery, ...signed.toCompactRawBytes()))
  }

  test('signs in with its key, without asking a chain', async () => {
    const { challenge, signIn } = login()
    const { id, message } = await challenge({ address, chain: BITCOIN }, caller)
    expect(message.split('\n')[0]).toBe('dapp.example wants you to sign in with your Bitcoin account:')
    const { user } = await signIn({ challengeId: id, signature: sign(message) }, caller)
    expect(user).toMatchObject({ address, chain: BITCOIN, accountType: 'eoa' })
  })

  test('is the same user in capitals, in which BIP-173 allows its address', async () => {
    const { challenge, signIn } = login()
    const userOf = async (written: string) => {
      const { id, message } = await challenge({ address: written, chain: BITCOIN }, caller)
      return (await signIn({ challengeId: id, signature: sign(message) }, caller)).user
    }
    const first = await userOf(address)
    expect(await userOf(address.toUpperCase())).toEqual(first)
  })

  test('error: refuses a signature of another message', async () => {
    const { challenge, signIn } = login()
    const { id, message } = await challenge({ address, chain: BITCOIN }, caller)
    const signature = sign(message.replace('Login', 'Logim'))
    await expect(signIn({ challengeId: id, signature }, caller)).rejects.toEqual(refused('bad_signature'))
  })

  test('error: refuses an address of another network, and an invalid one', async () => {
    const other = createBase58check(sha256).encode(Uint8Array.of(111, ...hash))
    const { challenge } = login()
    for (const asked of [other, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'x'])
      await expect(challenge({ address: asked, chain: BITCOIN }, caller)).rejects.toEqual(refused('bad_request'))
    await expect(challenge({ address, chain: TESTNET }, caller)).rejects.toEqual(refused('bad_request'))
    expect((await challenge({ address: other, chain: TESTNET }, caller)).address).toBe(other)
  })
})

describe('a Polkadot account', () => {
  const [ed25519] = vectors.cases

  test('error: refuses a signature of another message, and an invalid address', async () => {
    const { challenge, signIn } = login()
    const { address = '', signature = '' } = ed25519 ?? {}
    const { id, message } = await challenge({ address, chain: POLKADOT }, caller)
    expect(message.split('\n')[0]).toBe('dapp.example wants you to sign in with your Polkadot account:')
    await expect(signIn({ challengeId: id, signature }, caller)).rejects.toEqual(refused('bad_signature'))
    const asked = { address: `${address.slice(0, -1)}1`, chain: POLKADOT }
    await expect(challenge(asked, caller)).rejects.toEqual(refused('bad_request'))
  })

  /** An account's address on a network, and its signatures. */
  const accountOn = (prefix: number) => {
    const secret = secretFromSeed(new Uint8Array(32).fill(7))
    const body = Uint8Array.of(prefix, ...getPublicKey(secret))
    const checksum = blake2b(concatBytes(utf8ToBytes('SS58PRE'), body), { dkLen: 64 })
    const sign = (message: string) =>
      `0x${Buffer.from(signSr25519(secret, utf8ToBytes(`<Bytes>${message}</Bytes>`))).toString('hex')}`
    return { address: base58.encode(concatBytes(body, checksum.slice(0, 2))), sign }
  }

  test('signs in with its key', async () => {
    const { address, sign } = accountOn(0)
    const { challenge, signIn } = login()
    const { id, message } = await challenge({ address, chain: POLKADOT }, caller)
    const { user } = await signIn({ challengeId: id, signature: sign(message) }, caller)
    expect(user).toMatchObject({ address, chain: POLKADOT })
  })

  test('is the same user on Kusama, which encodes its address differently', async () => {
    const { challenge, signIn } = login()
    const on = async (chain: string, prefix: number) => {
      const { address, sign } = accountOn(prefix)
      const { id, message } = await challenge({ address, chain }, caller)
      const { user } = await signIn({ challengeId: id, signature: sign(message) }, caller)
      expect(user).toMatchObject({ address, chain })
      return user.id
    }
    expect(new Set([await on(POLKADOT, 0), await on(KUSAMA, 2), await on(KUSAMA, 42), await on(POLKADOT, 0)]).size).toBe(1)
  })

  describe('of an operator, listed as on one network and used as on another', () => {
    const world = async () => {
      const login = testLogin({ chains, operators: [accountOn(0).address, operator.address] })
      const { challenge, signIn, assist } = login
      const { address, sign } = accountOn(42)
      const own = await challenge({ address, chain: POLKADOT }, caller)
      await signIn({ challengeId: own.id, signature: sign(own.message) }, caller)
      await signedIn(login)
      const view = async (as: string, chain: string, target: string, signed: (message: string) => string | Promise<string>) => {
        const { id, message } = await challenge({ address: as, chain, assist: target }, caller)
        return assist({ challengeId: id, signature: await signed(message), target, reason: 'ticket 4711' }, caller)
      }
      return { address, sign, view }
    }

    test('error: other operators may not view it either', async () => {
      const { address, view } = await world()
      const viewing = view(operator.address, 'eip155:56', `${POLKADOT}:${address}`, (message) =>
        operator.signMessage({ message }),
      )
      await expect(viewing).rejects.toEqual(refused('target_not_allowed'))
    })

    test('views accounts, ten a day in all', async () => {
      const { view } = await world()
      const as = (prefix: number) =>
        view(accountOn(prefix).address, POLKADOT, `eip155:56:${wallet.address}`, accountOn(prefix).sign)
      for (let i = 0; i < 10; i++) expect((await as(i % 2 ? 42 : 2)).act.sub).toBe(accountOn(0).address)
      await expect(as(0)).rejects.toEqual(refused('too_many_requests'))
    })
  })
})
