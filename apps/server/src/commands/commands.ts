import type { JobCommandName } from '@sluice/contract/job-command-name'
import type { JobCommand } from '../durable/job-command.ts'
import type { ProvisionableCommandName } from '../jobs/job.ts'
import { createEnvironment } from './create-environment/create-environment.ts'
import { deleteEnvironment } from './delete-environment/delete-environment.ts'
import { flowIn } from './flow-in/flow-in.ts'
import { flowMerge } from './flow-merge/flow-merge.ts'
import { flowOut } from './flow-out/flow-out.ts'
import { initializeStack } from './initialize-stack/initialize-stack.ts'
import { onboarding } from './onboarding/onboarding.ts'
import { runApexTests } from './run-apex-tests/run-apex-tests.ts'

/** Every command whose jobs can be provisioned; the type fails to compile when one is missing. */
const provisionable = {
  InitializeStack: initializeStack,
  CreateEnvironment: createEnvironment,
  FlowIn: flowIn,
  FlowOut: flowOut,
  FlowMerge: flowMerge,
  DeleteEnvironment: deleteEnvironment,
  RunApexTests: runApexTests,
} as const satisfies Record<ProvisionableCommandName, JobCommand>

export const commands = {
  ...provisionable,
  Onboarding: onboarding,
} as const satisfies Record<JobCommandName, JobCommand>
