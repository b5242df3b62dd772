import { commitHashDisplayLength } from '@sluice/contract/limits'

export const shortHash = (hash: string): string => hash.slice(0, commitHashDisplayLength)
