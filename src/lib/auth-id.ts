/** The id of the wallet in the secure frame; the reference's name for it. */
export const AUTH_ID = 'ID_AUTH'
