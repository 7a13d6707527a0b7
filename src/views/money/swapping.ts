// The code that prepares and sends swaps; a chunk that loads after the form.
export { reviewSwap } from '../../controllers/swap'
