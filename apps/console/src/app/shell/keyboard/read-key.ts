/** What a key press is judged by. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** Whether the key writes into a field. */
  isTyping: boolean
  /** Milliseconds on any clock that only goes forward. */
  at: number
}

export type KeyMeaning =
  | { kind: 'palette' }
  | { kind: 'help' }
  | { kind: 'filter' }
  /** `g`: the next key says where to go. */
  | { kind: 'prefix' }
  | { kind: 'go'; letter: string }

/** How long after `g` a letter still belongs to it. */
const sequenceMs = 1500

/** What a key means; null when it means nothing to the console. `prefixAt` is when `g` was pressed. */
export function meaningOfKey(
  press: KeyPress,
  {
    prefixAt,
    isApple,
    areSingleKeysOn,
  }: { prefixAt: number | null; isApple: boolean; areSingleKeysOn: boolean },
): KeyMeaning | null {
  const hasCommandKey = isApple ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey
  if (hasCommandKey && !press.altKey) return press.key.toLowerCase() === 'k' ? { kind: 'palette' } : null
  if (press.ctrlKey || press.metaKey || press.altKey || press.isTyping || !areSingleKeysOn) return null
  if (prefixAt !== null && press.at - prefixAt <= sequenceMs) return { kind: 'go', letter: press.key }
  if (press.key === 'g') return { kind: 'prefix' }
  if (press.key === '/') return { kind: 'filter' }
  return press.key === '?' ? { kind: 'help' } : null
}
