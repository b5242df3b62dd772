import { onTestFinished } from 'vitest'

/** What the page tells scripts that count its use, until the test ends. */
export function recordAnalytics(): unknown[] {
  const fired: unknown[] = []
  const listen = (event: Event) => fired.push(event instanceof CustomEvent ? event.detail : event)
  globalThis.addEventListener('sluice:analytics', listen)
  onTestFinished(() => globalThis.removeEventListener('sluice:analytics', listen))
  return fired
}
