// What comes once the first frame is on screen: line work, and the keys of lists.
import './list-keys'

export { Engraving } from './Engraving'
