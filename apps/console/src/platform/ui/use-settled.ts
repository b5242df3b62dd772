import { useEffect, useRef, useState } from 'react'

/**
 * The value once it has stayed the same for so long. Where it never does, the value of the moment after the longest
 * wait, counted from the first change.
 */
export function useSettled<T>(value: T, milliseconds: number, atMost = Infinity): T {
  const [settled, setSettled] = useState(value)
  const changedAt = useRef<number | null>(null)
  useEffect(() => {
    if (Object.is(value, settled)) {
      changedAt.current = null
      return undefined
    }
    changedAt.current ??= performance.now()
    const left = Math.min(milliseconds, changedAt.current + atMost - performance.now())
    const timer = setTimeout(() => {
      changedAt.current = null
      setSettled(value)
    }, left)
    return () => clearTimeout(timer)
  }, [value, settled, milliseconds, atMost])
  return settled
}
