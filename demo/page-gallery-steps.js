// Steps shared by several states of the gallery.

export const SOMEBODY = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const group = (name, list) => list.map((state) => ({ ...state, group: name }))

/** Opens a view with Meadow connected. */
export const connected = (view, after = () => {}) => ({
  open: async (visitor) => {
    await visitor.connect()
    await visitor.show(view)
    await after(visitor)
  },
})

export const opened = (view, after = () => {}) => ({
  open: async (visitor) => {
    await visitor.show(view)
    await after(visitor)
  },
})
