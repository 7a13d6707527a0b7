// What builds, checks and sends swaps; it loads behind the form.
export { reviewSwap } from '../../controllers/swap'
