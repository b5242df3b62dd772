const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** Binary base, one decimal above bytes: "512 KiB", "1.5 MiB". */
export function formatBytes(bytes: number): string {
  let value = bytes
  let index = 0
  while (value >= 1024 && index < units.length - 1) {
    value /= 1024
    index++
  }
  const rounded = index === 0 ? String(value) : value.toFixed(1).replace(/\.0$/, '')
  return `${rounded} ${units[index]}`
}
