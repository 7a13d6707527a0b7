/** What we promise about safety, by its number in the specification; `tests`: words of the test titles that hold us to it. */
export type SafetyPromise = { readonly says: string; readonly figure: string; readonly tests: readonly string[] }

/** Tests whose title names a promise (`promise 34: …`) are found by themselves; those below are found by these words. */
export const safetyPromises: Readonly<Record<number, SafetyPromise>> = {
  1: { says: 'Only the secure frame can speak to us.', figure: '0 accepted from elsewhere', tests: [] },
  2: {
    says: 'Ids of requests cannot be guessed and are used once.',
    figure: '0 duplicates in 1,000,000 (soak)',
    tests: ['every id is used once: 0 duplicates'],
  },
  3: {
    says: 'A frame that never becomes ready is given up.',
    figure: 'after 30 s, 0 promises left open',
    tests: ['a frame that never gets ready is given up 30 s after the call'],
  },
  4: {
    says: 'No method outside the list reaches the frame.',
    figure: '0 in 10,000; 52 of 52 classed',
    tests: ['no other name reaches the frame', '41 are safe and 11 are not'],
  },
  5: { says: 'The frame has the least rights that do.', figure: 'every attribute compared', tests: [] },
  6: {
    says: 'No code, token, signature or pairing link is in a log, a URL or an analytics event.',
    figure: '0 found',
    tests: ['a pairing code is in no console, no storage', 'no token is in a store, in storage'],
  },
  7: {
    says: 'Amounts are decimal strings and whole numbers; never a float.',
    figure: '0 lost in 100,000 (soak)',
    tests: ['parse undoes format for every amount below 2^256'],
  },
  8: {
    says: 'What cannot be sent exactly is refused, never rounded.',
    figure: 'every vector',
    tests: ['is read exactly, and what is negative is refused'],
  },
  9: { says: 'Max is exact and never more than there is.', figure: '0 off by one in 100,000 (soak)', tests: ['maxAmount'] },
  10: {
    says: 'What is shown before a wallet is asked is what the wallet is asked.',
    figure: 'each change cancels',
    tests: [
      'whatever changes between the look and the click, nothing else is ever signed',
      'hands the wallet exactly what was shown',
    ],
  },
  11: {
    says: 'Nothing is sent on another chain than the one shown.',
    figure: '0 sent',
    tests: ['a wallet on another network is asked for nothing'],
  },
  12: {
    says: 'A write is never tried twice by itself.',
    figure: '1 request for each status',
    tests: ['on a write is asked once'],
  },
  13: {
    says: 'Receivers are checked, letter by letter.',
    figure: 'every vector',
    tests: ['is its own checksum (vectors/address)', 'a receiver that is wrong, dangerous or a look-alike is told'],
  },
  14: {
    says: 'An address that looks like one you know is told apart.',
    figure: 'every look-alike; fewer than 1 in 10,000 others',
    tests: [
      'every address with the same first and last four characters is flagged',
      'of random addresses less than one in 10,000',
    ],
  },
  15: {
    says: 'The whole address is on screen before anything is confirmed.',
    figure: 'on each review',
    tests: ['looked at in full, confirmed once'],
  },
  16: {
    says: 'Names are normalised, and the address that was found is what is shown and used.',
    figure: 'ENSIP-15',
    tests: ['is nothing where the name leads elsewhere, is not normalised'],
  },
  17: {
    says: 'What a service builds for a swap is read and compared before it is offered.',
    figure: '0 changed digits pass',
    tests: ['no answer with a changed digit is offered', 'exactly the amount, for the router, at the token'],
  },
  18: {
    says: 'Text from elsewhere is never markup.',
    figure: 'lint and 0 escapes',
    tests: ['bidi overrides, zero-width and control characters are gone'],
  },
  19: {
    says: 'Links lead to https or to the wallet that was chosen.',
    figure: '0 in 10,000',
    tests: ['a forbidden scheme stays forbidden'],
  },
  20: { says: 'Theme values cannot bring in CSS.', figure: '0 escapes in 2,000 (soak)', tests: [] },
  21: {
    says: 'No wallet can hang the page.',
    figure: 'each fault ends, with Cancel always there',
    tests: ['a wallet that never answers, by the limit and by the signal', 'a wallet that never answers is left at once'],
  },
  22: {
    says: 'Announcements are bounded, and two that claim one name are both marked.',
    figure: '50 of 10,000',
    tests: [],
  },
  23: {
    says: 'A storm of events settles.',
    figure: '1,000 a second become 4',
    tests: ['1,000 changes a second for 5 s are told four times a second'],
  },
  24: {
    says: 'A visitor is asked for one signature, however many tabs there are.',
    figure: '1 question',
    tests: ['of which one disconnects while the other signs'],
  },
  25: {
    says: 'The text to sign follows EIP-4361 and CAIP-122.',
    figure: '0 unread in 10,000 (soak)',
    tests: ['whatever it says fits the official grammar', 'is the whole EIP-4361 text'],
  },
  26: {
    says: 'A signature is good once, here, now, for that account and chain.',
    figure: 'every vector',
    tests: ['nonces and ids do not repeat', 'a bare statement, and texts that break EIP-4361, log nobody in'],
  },
  27: {
    says: 'Sign-in in one step with WalletConnect is checked against what was asked.',
    figure: '0 changes accepted',
    tests: ['no change of a member is taken'],
  },
  28: {
    says: 'Contract accounts are verified on their chain alone.',
    figure: 'ERC-1271, ERC-6492',
    tests: ['takes its owner for itself (ERC-1271)', 'as if it were (ERC-6492)'],
  },
  29: {
    says: 'No credential can be read by a script or is left in storage.',
    figure: '0 tokens',
    tests: ['no token is in a store, in storage, or in what is told'],
  },
  30: {
    says: 'A stolen refresh token dies at its second use.',
    figure: '100 of 100',
    tests: ['a stolen token dies with its family at its second use', 'ten tabs that ask at once get one successor'],
  },
  31: {
    says: 'Disconnecting ends disconnected, whatever fails, and clears our own keys alone.',
    figure: 'each step',
    tests: ['disconnect never rejects, whatever the wallet does', 'removes exactly our keys, from both storages'],
  },
  32: {
    says: 'Works under the strictest policy and Trusted Types.',
    figure: '0 violations',
    tests: [
      'an announced wallet connects, signs, switches and leaves under the strictest policy',
      'every screen for a visitor without a wallet keeps the policy',
    ],
  },
  33: {
    says: 'Loads any number of times and leaves the page as it was.',
    figure: 'one shadow root, 0 globals of ours',
    tests: ['is there three times, once in another version: one instance, and a note'],
  },
  34: { says: 'Works without storage, in private windows and in sandboxed frames.', figure: '5 modes × 12 flows', tests: [] },
  35: {
    says: 'Every published file has its hash, and nothing is fetched that is not in it.',
    figure: 'each file',
    tests: [],
  },
  36: {
    says: 'Every failure has a message and a way out.',
    figure: 'within 10 s, 30 s for the frame',
    tests: ['leaves the bundled wallets, a note and a retry'],
  },
}
