/** What we promise about safety, by its number in the specification. */
type SafetyPromise = {
  readonly says: string
  /** How much is tried at the full figure; each of these texts is in the title of a test that names the promise. */
  readonly figures: readonly string[]
  /** The expected result. */
  readonly limit: string
}

/** The tests of a promise are those whose title names it: `promise 34: …`, `promises 20 and 32: …`. */
export const safetyPromises: Readonly<Record<number, SafetyPromise>> = {
  1: {
    says: 'Only the secure frame can speak to us.',
    figures: ['10,000 mutated messages', 'ten kinds of sender'],
    limit: '0 effects, 0 throws',
  },
  2: {
    says: 'Ids of requests cannot be guessed and are used once.',
    figures: ['in 1,000,000 ids', '1,000 replays'],
    limit: '0 duplicates, 0 effects',
  },
  3: {
    says: 'A frame that never becomes ready is given up.',
    figures: ['30 s', '100 times over'],
    limit: '0 promises, timers and listeners left',
  },
  4: {
    says: 'No method outside the list reaches the frame.',
    figures: ['10,000 other names', '41 are safe and 11 are not'],
    limit: '0 reach it, 52 of 52 classed',
  },
  5: {
    says: 'The frame has only the rights that it needs, and is found by reference.',
    figures: ['0 of 20'],
    limit: '0 taken for it; every attribute compared',
  },
  6: {
    says: 'No code, e-mail, token, signature or pairing link is in a log, a URL, a store or an event.',
    figures: [
      '40 planted canaries',
      '11 of the 40 canaries in a browser',
      '8 of the 40 canaries in a browser',
      '9 of the 40 canaries in a browser',
      '12 of the 40 canaries in a browser',
      'a signature is nowhere',
    ],
    limit: '0 found',
  },
  7: {
    says: 'Amounts are decimal strings and whole numbers; never a float.',
    figures: ['100,000 amounts', 'no float touches an amount'],
    limit: '0 lost, 0 floats',
  },
  8: {
    says: 'What cannot be sent exactly is refused, never rounded.',
    figures: ['100,000 texts', 'vectors/amounts'],
    limit: 'every one exact or refused',
  },
  9: { says: 'Max is exact and never more than the balance.', figures: ['100,000 balances'], limit: '0 off by one' },
  10: {
    says: 'A wallet is asked for exactly what was shown before.',
    figures: ['5,000 orders'],
    limit: '0 others signed',
  },
  11: {
    says: 'Nothing is sent on another chain than the one shown.',
    figures: ['200 times'],
    limit: '0 sent, at each of 8 points in time',
  },
  12: {
    says: 'A write is never retried automatically.',
    figures: ['100 times', '100 confirmations', '100 times that the service fails', '100 approvals'],
    limit: '1 request for each fault of each write',
  },
  13: {
    says: 'Receivers are checked, letter by letter.',
    figures: ['100,000 addresses', 'vectors/address'],
    limit: 'at least 99.9 % caught',
  },
  14: {
    says: 'An address that resembles a known one is pointed out.',
    figures: ['10,000 addresses', '100,000 random addresses', 'vectors/poisoning'],
    limit: 'every look-alike; fewer than 1 in 10,000 others',
  },
  15: {
    says: 'The whole address is on screen before anything is confirmed.',
    figures: ['320 to 1440', 'in the frame'],
    limit: 'on each view that confirms',
  },
  16: {
    says: 'Names are normalised, and the address that was found is the one that is shown and used.',
    figures: ['ENSIP-15', '5,000 times', '5,000 names'],
    limit: '0 stale receivers',
  },
  17: {
    says: 'What a service builds for a swap is read and compared before it is offered.',
    figures: ['2,000 answers'],
    limit: '0 offered',
  },
  18: {
    says: 'Text from elsewhere is never treated as markup.',
    figures: ['5,000 texts', '5,000 texts each as names', 'every text of a service'],
    limit: '0 scripts, 0 layouts wider than the modal',
  },
  19: {
    says: 'Links lead to https or to the wallet that was chosen.',
    figures: ['10,000 mutated addresses', '83 cases'],
    limit: '0 others',
  },
  20: { says: 'Theme values cannot bring in CSS.', figures: ['2,000 themes'], limit: '0 escapes' },
  21: {
    says: 'No wallet can hang the page.',
    figures: ['67 rows'],
    limit: 'each ends in its state, with Cancel always there',
  },
  22: {
    says: 'Announcements are bounded, and two that claim one name are both marked.',
    figures: ['10,000', '50 ms', '12 imposters'],
    limit: 'at most 50 rows, less than 50 ms of ours; 0 in another’s place',
  },
  23: {
    says: 'A storm of events settles.',
    figures: ['1,000 changes a second for 5 s', 'read once a second'],
    limit: 'told 4 times a second, the last one wins',
  },
  24: {
    says: 'A visitor is asked for one signature, however many tabs there are.',
    figures: ['four tabs', '50 times'],
    limit: '1 question',
  },
  25: {
    says: 'The text to sign follows EIP-4361 and CAIP-122.',
    figures: ['10,000 times'],
    limit: '0 that the parser of the standard’s authors does not read',
  },
  26: {
    says: 'A signature is accepted once, on this site, within its time, for its account and chain.',
    figures: ['10,000 times', 'eight processes', 'official vector'],
    limit: '0 accepted, 1 winner of each race',
  },
  27: {
    says: 'One-step sign-in with WalletConnect is checked against the request.',
    figures: ['5,000 changes'],
    limit: '0 accepted',
  },
  28: {
    says: 'Contract accounts are verified on their chain alone, and keys strictly.',
    figures: ['ERC-1271', 'ERC-6492', '10,000 changed bytes', 'five minutes', 'a provider that is down or lies'],
    limit: 'nobody logged in',
  },
  29: {
    says: 'Scripts cannot read credentials, and none is left in storage.',
    figures: ['20 log-ins'],
    limit: '0 tokens',
  },
  30: {
    says: 'A stolen refresh token dies at its second use.',
    figures: ['100 of 100', 'ten tabs'],
    limit: 'its whole family ends; 0 others logged out',
  },
  31: {
    says: 'Disconnecting always disconnects, whatever fails, and clears only our own keys.',
    figures: ['9 faults'],
    limit: '9 of 9, the host’s keys stay',
  },
  32: {
    says: 'Works under the strictest policy, Trusted Types and SES lockdown.',
    figures: ['on every page', 'SES'],
    limit: '0 violations in every end-to-end test, 0 errors',
  },
  33: {
    says: 'Loads any number of times and leaves the page as it was.',
    figures: ['three times', '200 times'],
    limit: '0 errors, less than 1 MB, 0 listeners left',
  },
  34: {
    says: 'Works without storage, in private windows and in sandboxed frames.',
    figures: ['all of twelve flows'],
    limit: '60 of 60 work or are refused in words, in 5 modes',
  },
  35: {
    says: 'Every published file has its hash, and nothing is fetched that is not in it.',
    figures: [
      'every published hash',
      'changed by a byte',
      'by its version and its hash',
      'makes code of a text',
      'every dependency is pinned',
      'no package runs a script',
      'a host or a name that was not reviewed',
      'published by CI alone',
    ],
    limit: 'the hash of its file, and every file has one; two builds are the same',
  },
  36: {
    says: 'Every failure has a message and a way out.',
    figures: ['78 rows', '67 rows'],
    limit: 'within 10 s, 30 s for the frame',
  },
}
