/** The id of the embedded wallet, as AppKit names it. */
export const AUTH_ID = 'ID_AUTH'
/** Its name if it was opened by e-mail; views translate it. */
export const EMAIL_NAME = 'Email'
