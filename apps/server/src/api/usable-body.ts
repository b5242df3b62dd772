import { AppError } from '../platform/app-error.ts'

/** Far deeper than any body of the contract; code that follows a deeper one could overflow the stack. */
const depthAtMost = 64

/** Refuses bodies nested too deep, and texts and names with NUL or half of a character, which PostgreSQL cannot store. */
export function requireUsableBody(body: unknown): void {
  const pending: { value: unknown; depth: number }[] = [{ value: body, depth: 0 }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, depth } = next
    if (typeof value === 'string' && /\0|\p{Cs}/u.test(value)) {
      throw new AppError('invalidRequestData', { detail: 'A text holds a character that is not allowed.' })
    }
    if (typeof value !== 'object' || value === null) continue
    if (depth >= depthAtMost) {
      throw new AppError('invalidRequestData', { detail: 'The body is nested too deep.' })
    }
    for (const entry of Object.entries(value).flat()) pending.push({ value: entry, depth: depth + 1 })
  }
}
