import type { Conflict, ConflictFile, ConflictResolution } from '@sluice/contract/conflict'
import { isEditable } from '@sluice/contract/conflict-rules'
import { limits } from '@sluice/contract/limits'
import { formatBytes } from '../../platform/format/bytes.ts'

const deletedOnOneSide = 'The file is deleted on one side. Take the side that you want.'

/** Why a file cannot be resolved so, or null when it can. */
export function whyNotResolveAs(file: ConflictFile, resolution: ConflictResolution): string | null {
  if (resolution === 'TakeLocal' || resolution === 'TakeRemote') return null
  if (!file.bothFilesExist) return deletedOnOneSide
  if (file.isBinary) return 'The file is not text. Take the side that you want.'
  if (resolution !== 'Manual' || isEditable(file)) return null
  return `The file is larger than ${formatBytes(limits.editedConflictBytes)}. Take or prefer a side.`
}

/** Why the merge editor of a file cannot be opened, or null when it can. */
export function whyNotExpand(file: ConflictFile): string | null {
  if (file.isBinary) return 'Not text: take a side'
  if (!file.bothFilesExist) return 'Deleted on one side: take a side'
  if (!isEditable(file))
    return `Larger than ${formatBytes(limits.editedConflictBytes)}: take or prefer a side`
  return file.sizeBytesTarget === null ? 'Without content that could be edited' : null
}

export const isResolved = (file: ConflictFile): boolean => file.resolvedAs !== null

export const countResolved = ({ files }: Conflict): number => files.filter(isResolved).length

interface FileFilter {
  text: string
  hidesResolved: boolean
}

/** The files whose path has the text, in any letter case, without those that are done if they are hidden. */
export function filterFiles(files: readonly ConflictFile[], { text, hidesResolved }: FileFilter) {
  const wanted = text.trim().toLowerCase()
  return files.filter(
    (file) => file.filePath.toLowerCase().includes(wanted) && !(hidesResolved && isResolved(file)),
  )
}

/** How a button looks whose choice holds. */
export const pressedClasses =
  'border-accent bg-accent-soft text-accent-fg hover:bg-accent-soft data-disabled:bg-accent-soft data-disabled:text-accent-fg font-semibold'
