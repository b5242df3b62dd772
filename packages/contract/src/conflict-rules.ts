import type { ConflictFile, ConflictFileStatus, ConflictResolution, SideChange } from './conflict.ts'
import { limits } from './limits.ts'

/** What the local side did to a file of this status. */
export function localChangeOf(status: ConflictFileStatus): SideChange {
  if (status === 'UnmergedAddedByUs' || status === 'UnmergedBothAdded') return 'Added'
  return status === 'UnmergedDeletedByUs' || status === 'UnmergedBothDeleted' ? 'Deleted' : 'Modified'
}

/** What the remote side did to a file of this status. */
export function remoteChangeOf(status: ConflictFileStatus): SideChange {
  if (status === 'UnmergedAddedByThem' || status === 'UnmergedBothAdded') return 'Added'
  return status === 'UnmergedDeletedByThem' || status === 'UnmergedBothDeleted' ? 'Deleted' : 'Modified'
}

/** Whether neither side deleted a file of this status. */
export const bothFilesExistFor = (status: ConflictFileStatus): boolean =>
  localChangeOf(status) !== 'Deleted' && remoteChangeOf(status) !== 'Deleted'

type FileKind = Pick<ConflictFile, 'bothFilesExist' | 'isBinary'>
type FileSizes = Pick<ConflictFile, 'sizeBytesLocal' | 'sizeBytesRemote' | 'sizeBytesOrig'>

/** Whether the result of a file may be written by hand: it is text, both sides have it and no version is too large. */
export function isEditable(file: FileKind & FileSizes): boolean {
  if (!file.bothFilesExist || file.isBinary || file.sizeBytesOrig === null) return false
  return [file.sizeBytesLocal, file.sizeBytesRemote, file.sizeBytesOrig].every(
    (size) => (size ?? 0) <= limits.editedConflictBytes,
  )
}

/**
 * How a wanted resolution settles a file: preferring a side of a file that is deleted on one side, or binary, takes that side.
 * Null where it cannot be resolved so.
 */
export function fittingResolution(
  file: FileKind & FileSizes,
  wanted: ConflictResolution,
): ConflictResolution | null {
  if (wanted === 'Manual') return isEditable(file) ? 'Manual' : null
  if (file.bothFilesExist && !file.isBinary) return wanted
  if (wanted === 'PreferLocal') return 'TakeLocal'
  return wanted === 'PreferRemote' ? 'TakeRemote' : wanted
}

const markerLine = /^(?:(?:<{7}|\|{7}|>{7})(?: [^\n]*)?|={7})\r?$/mu

/** Whether a line of the text is a marker of a merge conflict, of which no result may keep one. */
export const hasConflictMarkers = (text: string): boolean => markerLine.test(text)
