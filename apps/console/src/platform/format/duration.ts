const second = 1000
const minute = 60 * second
const hour = 60 * minute

const two = (value: number): string => String(value).padStart(2, '0')

/** The two largest units: "1 h 20 min", "3 min 5 s", "7 s", "250 ms". */
export function formatDuration(milliseconds: number): string {
  const ms = Math.max(0, Math.floor(milliseconds))
  if (ms >= hour) return `${Math.floor(ms / hour)} h ${Math.floor((ms % hour) / minute)} min`
  if (ms >= minute) return `${Math.floor(ms / minute)} min ${Math.floor((ms % minute) / second)} s`
  if (ms >= second) return `${Math.floor(ms / second)} s`
  return `${ms} ms`
}

/** hh:mm:ss, with as many hours as there are. */
export function formatClock(milliseconds: number): string {
  const ms = Math.max(0, milliseconds)
  return `${two(Math.floor(ms / hour))}:${two(Math.floor((ms % hour) / minute))}:${two(Math.floor((ms % minute) / second))}`
}
