/** Three-way comparison by code unit: the collation of the service's own lists. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
