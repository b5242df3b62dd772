import type { Job } from './job.ts'
import type { EnvironmentNames } from './job-rules.ts'

type Titled = Pick<
  Job,
  'commandName' | 'commandInput' | 'affectedEnvironments' | 'mainEnvironmentId' | 'isCheckOnly'
>

/** The title of a job. Deleted environments are called by what the input still knows. */
export function jobTitle(job: Titled, nameOf: EnvironmentNames): string {
  const title = titleOf(job, nameOf)
  return job.isCheckOnly ? `${title} (check-only)` : title
}

function titleOf(job: Titled, nameOf: EnvironmentNames): string {
  const main = environmentName(job, nameOf)
  switch (job.commandName) {
    case 'FlowIn':
      return `Flow in ${main}`
    case 'FlowOut':
      return `Flow out ${main}`
    case 'FlowMerge':
      return `Flow merge ${byRole(job, 'Source', nameOf)} into ${byRole(job, 'Target', nameOf)}`
    case 'RunApexTests':
      return `Run Apex tests in ${main}`
    case 'CreateEnvironment':
      return `Create environment ${main}`
    case 'DeleteEnvironment':
      return `Delete environment ${main}`
    case 'InitializeStack':
      return 'Initialize stack'
    case 'Onboarding':
      return 'Set up playground'
    default:
      return job.commandName satisfies never
  }
}

function environmentName(job: Titled, nameOf: EnvironmentNames): string {
  const known = job.mainEnvironmentId === null ? undefined : nameOf(job.mainEnvironmentId)
  const { environmentName: written } = job.commandInput
  return known ?? (typeof written === 'string' ? written : '(deleted environment)')
}

function byRole(job: Titled, role: 'Source' | 'Target', nameOf: EnvironmentNames): string {
  const affected = job.affectedEnvironments.find((e) => e.role === role)
  return (affected && nameOf(affected.environmentId)) ?? '(deleted environment)'
}
