// Loaded once the first frame is on screen.
import './list-keys'

export { Engraving } from './Engraving'
