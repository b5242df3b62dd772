import { z } from 'zod'

/** How the branches of a stack keep metadata, with what people read for it. */
export const metadataLayoutLabels = {
  Source: 'SFDX project (source format)',
  Metadata: 'Folders of the Metadata API right below the metadata path',
  Packages: 'Folders of the Metadata API below "unpackaged" of the metadata path',
} as const

const metadataLayout = z.enum(['Source', 'Metadata', 'Packages'])
export type MetadataLayout = z.infer<typeof metadataLayout>

/** Null while the stack is not initialized. */
export const layoutOfStack = metadataLayout.nullable()

/** What a branch holds before a stack is initialized with it. */
export const branchLayout = z.object({
  /** The branch that was looked at: the one that was asked for, or the one that it would begin at; null in an empty repository. */
  branch: z.string().nullable(),
  /** Null where there is no metadata, or where its layout cannot be told. */
  layout: metadataLayout.nullable(),
  /** What was found, in a sentence. */
  summary: z.string(),
  /** Why a stack cannot be initialized with this branch, and what to do; null where it can. */
  refusal: z.string().nullable(),
})
export type BranchLayout = z.infer<typeof branchLayout>

/** What of a stack says where its metadata lies. */
export interface PlacedStack {
  readonly metadataDirectoryRelativePath: string
  readonly metadataLayout: MetadataLayout | null
}

/** Where a file of an archive (`unpackaged/classes/A.cls`, with or without the first folder) lies in the repository. */
export function repositoryPath(stack: PlacedStack, archivePath: string): string {
  const folder = stack.metadataDirectoryRelativePath.split('/').filter(Boolean)
  const below = archivePath.startsWith('unpackaged/') ? archivePath.slice('unpackaged/'.length) : archivePath
  return [...folder, ...(stack.metadataLayout === 'Metadata' ? [] : ['unpackaged']), below].join('/')
}
