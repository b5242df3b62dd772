import { consoleMutants } from './list/console.ts'
import { contractMutants } from './list/contract.ts'
import { gitMutants } from './list/git.ts'
import { metadataMutants } from './list/metadata.ts'
import { salesforceMutants } from './list/salesforce.ts'
import type { Mutant } from './mutant.ts'

export const allMutants: readonly Mutant[] = [
  ...consoleMutants,
  ...contractMutants,
  ...gitMutants,
  ...metadataMutants,
  ...salesforceMutants,
]
