import { z } from 'zod'

/** What a job can do outside: in an org, in a repository or at the host of a repository. */
export const outsideEffectKinds = [
  'Deployment',
  'TestRun',
  'SandboxOrder',
  'SandboxDeletion',
  'BranchCreation',
  'BranchDeletion',
  'RepositoryCreation',
  'RepositoryInvitation',
  'Push',
  /** Done by an earlier release that recorded no kind, in a step whose name this release does not know. */
  'Other',
] as const
export type OutsideEffectKind = (typeof outsideEffectKinds)[number]

/** One thing that a job did outside. Not certain: it was begun, and nobody could find out whether it took place. */
export const outsideEffect = z.object({ kind: z.enum(outsideEffectKinds), isCertain: z.boolean() })
export type OutsideEffect = z.infer<typeof outsideEffect>
