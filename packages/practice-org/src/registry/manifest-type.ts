import { folderTypes } from './metadata-types.ts'

const contentOfFolder = new Map(folderTypes.map(({ name, content }) => [name, content]))

/**
 * The type under which a manifest names a component: folders of reports are `Report`, and so
 * on.
 */
export function manifestType(type: string): string {
  return contentOfFolder.get(type) ?? type
}
