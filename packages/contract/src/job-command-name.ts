import { z } from 'zod'

/** The kinds of jobs. `Onboarding` is never submitted by hand. */
export const jobCommandNames = [
  'InitializeStack',
  'CreateEnvironment',
  'FlowIn',
  'FlowOut',
  'FlowMerge',
  'DeleteEnvironment',
  'RunApexTests',
  'Onboarding',
] as const
/** One of the kinds, as the API carries it. */
export const jobCommandName = z.enum(jobCommandNames)
export type JobCommandName = z.infer<typeof jobCommandName>

/** How the kinds of jobs are called on the screen. */
export const jobCommandLabels: Record<JobCommandName, string> = {
  InitializeStack: 'Initialize stack',
  CreateEnvironment: 'Create environment',
  FlowIn: 'Flow in',
  FlowOut: 'Flow out',
  FlowMerge: 'Flow merge',
  DeleteEnvironment: 'Delete environment',
  RunApexTests: 'Run Apex tests',
  Onboarding: 'Set up playground',
}
