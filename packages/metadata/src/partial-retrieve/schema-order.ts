import { compareText } from '../collation.ts'

/**
 * Two rows of element names as one, each keeping its order. Where neither row tells, `fullName` comes first, as a part
 * of every type, and the rest follows byte by byte: so the schema orders the children of a type. Rows that contradict
 * each other follow the left one.
 */
export function mergeNames(left: readonly string[], right: readonly string[]): string[] {
  const rows = { left: [...new Set(left)], right: [...new Set(right)] }
  const names: string[] = []
  while (rows.left.length > 0 || rows.right.length > 0) {
    const name = nextName(rows.left, rows.right)
    names.push(name)
    rows.left = rows.left.filter((other) => other !== name)
    rows.right = rows.right.filter((other) => other !== name)
  }
  return names
}

function nextName(left: readonly string[], right: readonly string[]): string {
  const [a] = left
  const [b] = right
  if (a === undefined || b === undefined) return a ?? b ?? ''
  const isLeftLater = right.includes(a)
  const isRightLater = left.includes(b)
  if (isLeftLater && !isRightLater) return b
  if (isRightLater) return a
  if (a === 'fullName' || b === 'fullName') return 'fullName'
  return compareText(a, b) < 0 ? a : b
}
