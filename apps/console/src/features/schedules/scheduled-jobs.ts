import { type JobCommandName, jobCommandLabels } from '@sluice/contract/job-command-name'
import type { ScheduledCommandName } from '@sluice/contract/schedules'
import { scheduledCommandNames } from '@sluice/contract/schedules'
import type { Choice } from '../../platform/forms/fields/choice-cards.tsx'

const texts: Readonly<Record<ScheduledCommandName, Omit<Choice<never>, 'value'>>> = {
  FlowIn: { title: 'Flow in', description: 'Brings what changed in the orgs into Git.' },
  FlowOut: { title: 'Flow out', description: 'Deploys what changed in Git to the orgs.' },
  FlowMerge: { title: 'Flow merge', description: 'Brings what one environment has into others.' },
  RunApexTests: { title: 'Run Apex tests', description: 'Runs tests in the orgs and deploys nothing.' },
  DeleteEnvironment: { title: 'Delete environments', description: 'Deletes sandbox environments.' },
}

/** The types of jobs that a schedule can have. */
export const scheduledJobChoices: readonly Choice<ScheduledCommandName>[] = scheduledCommandNames.map(
  (value) => ({ value, ...texts[value] }),
)

/** How a type is called where a schedule is made or shown. */
export const scheduledJobTitle = (name: JobCommandName | undefined): string => {
  const choice = scheduledJobChoices.find(({ value }) => value === name)
  return choice?.title ?? (name === undefined ? '' : jobCommandLabels[name])
}
