import type { ConflictFile } from '@sluice/contract/conflict'

/** What the editor of a file is called in the document. */
export const editorId = ({ id }: Pick<ConflictFile, 'id'>): string => `editor-${id}`
