/** English of what goes with smart accounts beyond `en-embedded.ts`; loads with its views. */
export const enSessions = {
  sessions: {
    created: 'Session created',
    createdHelp: 'The app can act for you within what you approved. You can end it in Your account at any time.',
    done: 'Got it',
    tabs: { active: 'Active', expired: 'Expired', revoked: 'Revoked' },
    kinds: 'Sessions',
    noneEnded: 'Nothing here yet',
    count: (count: number) => `${count} active`,
    inAll: 'in all',
    hour: 'an hour',
    day: 'a day',
    week: 'a week',
    /** `time`: several of a unit, `6 hours`. */
    every: (time: string) => `every ${time}`,
    functions: (names: string) => `Functions: ${names}`,
    granted: (when: string) => `Granted ${when}`,
    details: 'Details',
    notRevoked: 'Not revoked. Try again',
    stillActive: 'It is still active.',
    batches: 'Does several steps as one',
    pays: 'Network fees may be paid for you',
    sessions: 'Apps can act for you within limits',
  },
}
