import type { ChangedFile, ChangedFiles } from '@sluice/contract/repository'
import { plural } from '../../platform/format/plural.ts'
import { visibleText } from './visible-text.ts'

/** What a commit changed, in one line: `ApexClass ErpSyncBatch, Profile Admin and 3 more files`. */
export function changesText(changes: ChangedFiles | null): string {
  if (changes === null) return 'Too many files to list'
  if (changes.total === 0) return 'No files'
  const names = [...new Set(changes.files.map(changedName))]
  const left = changes.total - changes.files.length
  return left > 0 ? `${names.join(', ')} and ${plural(left, 'more file')}` : names.join(', ')
}

/** The component that a file belongs to, or the file's own name. */
export function changedName({ component, path }: Pick<ChangedFile, 'component' | 'path'>): string {
  if (component === null) return visibleText(path.slice(path.lastIndexOf('/') + 1))
  return visibleText(`${component.componentType} ${component.componentName}`)
}
