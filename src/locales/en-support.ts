/** English of the banner over a page whose visitor looks at somebody else's account; loads with it. */
export const enSupport = {
  support: {
    /** The address is marked up by the caller. */
    viewing: <Part>(address: Part) => ['Viewing as ', address, ' – read only'],
    end: 'End',
  },
}
