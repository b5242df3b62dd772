import type { Conflict, ConflictFile, ConflictResolution } from '@sluice/contract/conflict'
import { createContext, type ReactNode, useContext } from 'react'
import type { Drafts } from './drafts.ts'
import type { SideNames } from './side-names.ts'

/** What the rows of a conflict page need to know and can do. */
export interface ConflictActions {
  conflict: Conflict
  names: SideNames
  /** Why nothing can be changed, or null when it can. */
  readOnlyReason: string | null
  drafts: Drafts
  operationOf: (fileId: string) => 'saving' | 'resetting' | null
  resolve: (files: readonly ConflictFile[], wanted: ConflictResolution) => void
  /** Saves the text of a file and marks the file as resolved by hand. Tells whether both have worked. */
  accept: (file: ConflictFile, read: () => string) => Promise<boolean>
  /** Does with a file what was done in the earlier conflict that it offers. Tells whether nothing is left to do in it. */
  resolveAgain: (file: ConflictFile) => Promise<boolean>
  reset: (files: readonly ConflictFile[]) => void
  isExpanded: (fileId: string) => boolean
  setExpanded: (fileId: string, isExpanded: boolean) => void
}

const Context = createContext<ConflictActions | null>(null)

interface ConflictActionsProviderProps {
  actions: ConflictActions
  children: ReactNode
}

export const ConflictActionsProvider = ({ actions, children }: ConflictActionsProviderProps) => (
  <Context value={actions}>{children}</Context>
)

export function useConflictActions(): ConflictActions {
  const actions = useContext(Context)
  if (!actions) throw new Error('useConflictActions needs a ConflictActionsProvider around it.')
  return actions
}
