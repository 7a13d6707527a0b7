type LiveRegionProps = {
  /** Said at the next pause: connecting, copied, balances loaded. */
  status: string
  /** Said at once: declined, failed, a lookalike. */
  alert: string
}

/** The two live regions; they must stand in the dialog from the start (`permanent`), or nothing in them is announced. */
export function LiveRegion({ status, alert }: LiveRegionProps) {
  return (
    <div className="visually-hidden">
      <div role="status">{status}</div>
      <div role="alert">{alert}</div>
    </div>
  )
}
