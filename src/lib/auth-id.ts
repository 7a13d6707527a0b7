/** The id of the wallet in the secure frame; the reference's name for it. */
export const AUTH_ID = 'ID_AUTH'
/** What that wallet is called when it is opened by e-mail; who shows it says it in the visitor's language. */
export const EMAIL_NAME = 'Email'
