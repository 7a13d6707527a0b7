import type { Band } from '../lib/engraving'

/** The copies of each band, stroked in the current colour. */
export function EngravingLines({ bands }: { bands: readonly Band[] }) {
  return bands.map(({ d, turns, width }) => (
    <g key={d} fill="none" stroke="currentColor" strokeWidth={width}>
      {turns.map((turn) => (
        <path key={turn} d={d} transform={`rotate(${turn})`} />
      ))}
    </g>
  ))
}
