/** The properties that were sent: a partial update must not touch the others. */
export function withoutUndefined<T extends object>(
  changes: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const sent: { [K in keyof T]?: Exclude<T[K], undefined> } = {}
  for (const name in changes) {
    const value = changes[name]
    if (isSent(value)) sent[name] = value
  }
  return sent
}

const isSent = <V>(value: V): value is Exclude<V, undefined> => value !== undefined
