import { accessMutants } from './list/access.ts'
import { auditAndFailuresMutants } from './list/audit-and-failures.ts'
import { branchesAndMergesMutants } from './list/branches-and-merges.ts'
import { deletionsAndOverwritingMutants } from './list/deletions-and-overwriting.ts'
import { effectsOnceMutants } from './list/effects-once.ts'
import { hostileInputMutants } from './list/hostile-input.ts'
import { leasesAndLocksMutants } from './list/leases-and-locks.ts'
import { secretsMutants } from './list/secrets.ts'
import type { Mutant } from './mutant.ts'

export const allMutants: readonly Mutant[] = [
  ...accessMutants,
  ...auditAndFailuresMutants,
  ...branchesAndMergesMutants,
  ...deletionsAndOverwritingMutants,
  ...effectsOnceMutants,
  ...hostileInputMutants,
  ...leasesAndLocksMutants,
  ...secretsMutants,
]
