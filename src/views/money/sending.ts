// The code that prepares and sends transfers; a chunk that loads after the form.
export { reviewSend } from '../../controllers/send'
