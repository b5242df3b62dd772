import type { Repository } from '@sluice/git/git'

/** A flow in to run: retrieved archives and the commit that they are compared with. */
export interface FlowIn {
  readonly repository: Repository
  readonly base: string
  readonly archives: readonly string[]
  /** Where to keep what entries became, so that those which come again may be skipped. */
  readonly knownEntries?: string
}

/** What `flow.ts` exports, for programs that load it as the compiler has built it. */
export interface FlowSteps {
  /** Makes a bare repository whose only commit has no files. */
  readonly emptyRepository: (gitDir: string) => Promise<{ repository: Repository; commit: string }>
  /** Brings the archives into a commit on the base and returns its hash. */
  readonly flowIn: (flow: FlowIn) => Promise<string>
}
