import { isOwnValue } from '../../org-values/own-values.ts'

/**
 * Values that the org or an editor writes anew: identifiers and places on a canvas.
 * Two different ones are no conflict; ours is kept.
 */
const volatilePaths =
  /^\/Layout\/summaryLayout\/masterLabel$|^\/Flow\/(?:\w+\/)+location[XY]$|\/platformActionListItems\/sortOrder$/u

/** Whether the element at this path (names only) is such a value, or one that belongs to one org. */
export function isVolatile(plainPath: string): boolean {
  return volatilePaths.test(plainPath) || isOwnValue(plainPath)
}

/** The child of an entry that says nothing but where the entry stands; null for lists in file order. */
export function placeNumberOf(entryName: string): string | null {
  return entryName === 'platformActionListItems' ? 'sortOrder' : null
}

/** Whether a child is the place number of its entry: it is renumbered when lists are merged. */
export function isPlaceNumber(entryName: string, childName: string): boolean {
  return placeNumberOf(entryName) === childName
}
