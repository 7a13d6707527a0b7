import { useSyncExternalStore } from 'react'
import css from './Icon.css?inline'
import { flip, type IconName, icons } from './icons'
import { useSheet } from './sheet'

type IconProps = {
  name: IconName
  /** Side in px at the base size: 20 in controls, 16 beside small text, 24 in pictures. */
  size?: 14 | 16 | 18 | 20 | 24
}

/** A drawing in the colour of the text beside it; always hidden from assistive technology. */
export function Icon({ name, size = 20 }: IconProps) {
  useSheet(css)
  const drawn: Partial<Record<IconName, string>> = useSyncExternalStore(subscribe, all, all)
  if (!drawn[name]) void loadIcons()
  return (
    <svg className="icon" viewBox="0 0 24 24" data-size={size} data-flip={flip.has(name) || undefined} aria-hidden="true">
      <path d={drawn[name] ?? ''} />
    </svg>
  )
}

let known: Partial<Record<IconName, string>> = icons
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()

/** Loads the drawings that the first view does not have, once; until then their box is empty. Never rejects. */
export function loadIcons(): Promise<void> {
  loading ??= import('./icons-more').then(
    ({ moreIcons }) => {
      known = { ...icons, ...moreIcons }
      for (const listener of listeners) listener()
    },
    () => {
      loading = undefined
    },
  )
  return loading
}

const all = () => known

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
