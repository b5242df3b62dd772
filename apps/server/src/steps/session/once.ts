/** Calls `make` at the first call only; a failure is forgotten, so that a repeated step may try again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}

/** The same for each key. */
export function oncePerKey<T>(): (key: string, make: () => Promise<T>) => Promise<T> {
  const made = new Map<string, () => Promise<T>>()
  return (key, make) => {
    const get = made.get(key) ?? once(make)
    made.set(key, get)
    return get()
  }
}
