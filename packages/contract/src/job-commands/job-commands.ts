import { z } from 'zod'
import type { JobCommandName } from '../job-command-name.ts'
import {
  createEnvironmentInput,
  createEnvironmentResult,
  createEnvironmentTemplate,
} from './create-environment.ts'
import {
  deleteEnvironmentInput,
  deleteEnvironmentResult,
  deleteEnvironmentTemplate,
} from './delete-environment.ts'
import { flowInInput, flowInResult, flowInTemplate } from './flow-in.ts'
import { flowMergeInput, flowMergeResult, flowMergeTemplate } from './flow-merge.ts'
import { flowOutInput, flowOutTemplate } from './flow-out.ts'
import { flowOutResult } from './flow-out-result.ts'
import { initializeStackInput, initializeStackResult, initializeStackTemplate } from './initialize-stack.ts'
import { onboardingInput, onboardingResult, onboardingTemplate } from './onboarding.ts'
import { runApexTestsInput, runApexTestsResult, runApexTestsTemplate } from './run-apex-tests.ts'

/** Template, input and result of every command, also of those that `jobSubmission` does not accept yet. */
export const jobCommands = {
  InitializeStack: {
    template: initializeStackTemplate,
    input: initializeStackInput,
    result: initializeStackResult,
  },
  CreateEnvironment: {
    template: createEnvironmentTemplate,
    input: createEnvironmentInput,
    result: createEnvironmentResult,
  },
  FlowIn: { template: flowInTemplate, input: flowInInput, result: flowInResult },
  FlowOut: { template: flowOutTemplate, input: flowOutInput, result: flowOutResult },
  FlowMerge: { template: flowMergeTemplate, input: flowMergeInput, result: flowMergeResult },
  DeleteEnvironment: {
    template: deleteEnvironmentTemplate,
    input: deleteEnvironmentInput,
    result: deleteEnvironmentResult,
  },
  RunApexTests: { template: runApexTestsTemplate, input: runApexTestsInput, result: runApexTestsResult },
  Onboarding: { template: onboardingTemplate, input: onboardingInput, result: onboardingResult },
} as const satisfies Record<JobCommandName, { template: z.ZodType; input: z.ZodType; result: z.ZodType }>

export type JobTemplate<N extends JobCommandName> = z.output<(typeof jobCommands)[N]['template']>
export type JobInput<N extends JobCommandName> = z.output<(typeof jobCommands)[N]['input']>
export type JobResult<N extends JobCommandName> = z.output<(typeof jobCommands)[N]['result']>

const submission = <N extends JobCommandName, T extends z.ZodType>(name: N, template: T) =>
  z.strictObject({ jobCommandName: z.literal(name), jobTemplate: template })

/** What can be submitted by hand; a command joins when its job exists. */
export const jobSubmission = z.discriminatedUnion('jobCommandName', [
  submission('InitializeStack', initializeStackTemplate),
  submission('CreateEnvironment', createEnvironmentTemplate),
  submission('FlowIn', flowInTemplate),
  submission('FlowOut', flowOutTemplate),
  submission('FlowMerge', flowMergeTemplate),
  submission('DeleteEnvironment', deleteEnvironmentTemplate),
  submission('RunApexTests', runApexTestsTemplate),
])
export type JobSubmission = z.output<typeof jobSubmission>
