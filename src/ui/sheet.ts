import { useInsertionEffect } from 'react'
import { addSheet } from './adopt'

/**
 * Gives `css` to every root that `adoptSheets` knows, before the component is painted. One sheet object per text, made
 * once and shared by all components and all roots. Constructable sheets because a strict CSP blocks `<style>` tags.
 */
export function useSheet(css: string): void {
  useInsertionEffect(() => addSheet(css), [css])
}
