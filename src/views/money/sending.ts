// What makes and sends transactions; it loads behind the form.
export { reviewSend } from '../../controllers/send'
