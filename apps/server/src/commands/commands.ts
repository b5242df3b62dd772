import type { JobCommandName } from '@sluice/contract/job-command-name'
import type { JobCommand } from '../durable/job-command.ts'
import { JobFailure } from '../durable/run-errors.ts'
import type { ProvisionableCommandName } from '../jobs/job.ts'
import { createEnvironment } from './create-environment/create-environment.ts'
import { deleteEnvironment } from './delete-environment/delete-environment.ts'
import { flowIn } from './flow-in/flow-in.ts'
import { deployBranch, flowOut } from './flow-out/flow-out.ts'
import { initializeStack } from './initialize-stack/initialize-stack.ts'
import { onboarding } from './onboarding/onboarding.ts'

/** Every command whose jobs can be provisioned; the type fails to compile when one is missing. */
const provisionable = {
  InitializeStack: initializeStack,
  // Commands do not import each other; the last part of a creation is a flow out.
  CreateEnvironment: createEnvironment(deployBranch),
  FlowIn: flowIn,
  FlowOut: flowOut,
  DeleteEnvironment: deleteEnvironment,
} as const satisfies Record<ProvisionableCommandName, JobCommand>

/** For commands that nothing provisions yet: a job of a newer release fails on an older worker with this sentence. */
const unknownHere: JobCommand = async (_ctx, _run, job) => {
  throw new JobFailure(`This worker does not know the command ${job.commandName}.`)
}

export const commands = {
  ...provisionable,
  FlowMerge: unknownHere,
  RunApexTests: unknownHere,
  Onboarding: onboarding,
} as const satisfies Record<JobCommandName, JobCommand>
