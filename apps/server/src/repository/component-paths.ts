import type { ChangedFile } from '@sluice/contract/repository'
import { componentOfPath } from '@sluice/metadata/paths'

/** What the paths of a repository mean, by the metadata directory of its stack. */
export interface ComponentPaths {
  /** The component that a file belongs to; null for a file of none. */
  componentOf(path: string): ChangedFile['component']
  /** Where a file below the metadata directory lies. */
  inRepository(path: string): string
  /** Whether the file is metadata XML, whose elements can be compared. */
  isMetadataXml(path: string): boolean
}

/** `directory` is as the stack has it: `/src`. */
export function componentPaths(directory: string): ComponentPaths {
  const parts = directory.split('/').filter(Boolean)
  const prefix = parts.map((part) => `${part}/`).join('')
  const locate = (path: string) =>
    path.startsWith(prefix) ? componentOfPath(path.slice(prefix.length)) : null
  return {
    componentOf: (path) => {
      const located = locate(path)
      if (located === null) return null
      const { packageName, componentType, componentName } = located.identity
      const isUnpackaged = packageName === 'unpackaged'
      return {
        componentType,
        componentName: isUnpackaged ? componentName : `${packageName}/${componentName}`,
      }
    },
    inRepository: (path) => prefix + path,
    isMetadataXml: (path) => locate(path)?.isXml === true,
  }
}
