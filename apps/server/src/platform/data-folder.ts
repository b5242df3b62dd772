import { join } from 'node:path'

/** Where each kind of data lies below SLUICE_DATA_DIR. */
export interface DataFolder {
  root: string
  postgres: string
  repositories: string
  artifacts: string
  work: string
  /** Can be deleted at any time: what is missing costs the next flow in some seconds. */
  knownEntries: string
  /** What this machine has fetched of the repositories of stacks. Can be deleted at any time: the next job or look fetches it again. */
  mirrors: string
  log: string
}

export const foldersOf = (root: string): DataFolder => ({
  root,
  postgres: join(root, 'postgres'),
  repositories: join(root, 'repositories'),
  artifacts: join(root, 'artifacts'),
  work: join(root, 'work'),
  knownEntries: join(root, 'known-entries'),
  mirrors: join(root, 'mirrors'),
  log: join(root, 'log'),
})
