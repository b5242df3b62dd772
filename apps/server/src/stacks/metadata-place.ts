import type { StackRow } from './stack-store.ts'

/** Where the branches of a stack keep metadata, as the engine takes it. */
export const placeOf = ({
  metadataDirectoryRelativePath: path,
  metadataLayout: layout,
}: Pick<StackRow, 'metadataDirectoryRelativePath' | 'metadataLayout'>) => ({ path, layout })
