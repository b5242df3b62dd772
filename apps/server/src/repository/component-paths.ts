import type { ChangedFile } from '@sluice/contract/repository'
import { type MetadataPlace, metadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { componentOfPath } from '@sluice/metadata/paths'

/** What the paths of a repository mean, by where its stack keeps metadata. */
export interface ComponentPaths {
  /** The component that a file belongs to; null for a file of none. */
  componentOf(path: string): ChangedFile['component']
  /** Where a file of an archive lies. */
  inRepository(path: string): string
  /** Whether the file is metadata XML, whose elements can be compared. */
  isMetadataXml(path: string): boolean
}

export function componentPaths(place: MetadataPlace): ComponentPaths {
  const directory = metadataDirectory(place)
  const locate = (path: string) => {
    const below = directory.below(path)
    return below === null ? null : componentOfPath(below)
  }
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
    inRepository: (path) => directory.inRepository(path),
    isMetadataXml: (path) => locate(path)?.isXml === true,
  }
}
