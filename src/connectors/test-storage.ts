/** localStorage as in a browser: its keys are own properties, its methods are not. */
export function memoryStorage(): Storage {
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, text: string) => void Object.assign(storage, { [key]: text }),
    removeItem: (key: string) => void delete storage[key],
  }
  const storage: Record<string, string> = Object.create(methods)
  return storage as Storage
}
