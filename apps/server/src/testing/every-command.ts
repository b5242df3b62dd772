import type { JobCommand } from '../durable/job-command.ts'
import type { JobCommands } from '../worker/job-runner.ts'

/** The same command under every name that a worker knows. */
export const everyCommand = (command: JobCommand): JobCommands => ({
  Onboarding: command,
  InitializeStack: command,
  CreateEnvironment: command,
  DeleteEnvironment: command,
  FlowIn: command,
  FlowOut: command,
  FlowMerge: command,
  RunApexTests: command,
})
