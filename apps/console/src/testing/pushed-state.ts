import type { PushMessage } from '@sluice/contract/push'

type Pushed<T extends PushMessage['type'], K extends string> = K extends keyof Extract<
  PushMessage,
  { type: T }
>
  ? Extract<PushMessage, { type: T }>[K]
  : never

/** Everything that the hub sends to a page that connects to a workspace. */
export interface PushedState {
  workspace: Pushed<'pushWorkspace', 'workspace'>
  stacks: Pushed<'pushStacks', 'stacks'>
  environmentSnapshots?: Pushed<'pushEnvironmentSnapshots', 'environmentSnapshots'>
  undeployedSets?: Pushed<'pushComponentDeploymentFailures', 'sets'>
  differences?: Pushed<'pushDifferences', 'differences'>
  jobs?: Pushed<'pushJobs', 'jobs'>
  inquiries?: Pushed<'pushInquiries', 'inquiries'>
  conflicts?: Pushed<'pushConflicts', 'conflicts'>
  schedules?: Pushed<'pushSchedules', 'schedules'>
  apexTestRuns?: Pushed<'pushApexTestRuns', 'apexTestRuns'>
}

/** The state as the messages of the hub, in its order. */
export const pushMessages = (state: PushedState): PushMessage[] => [
  { type: 'pushWorkspace', workspace: state.workspace },
  { type: 'pushStacks', stacks: state.stacks },
  { type: 'pushEnvironmentSnapshots', environmentSnapshots: state.environmentSnapshots ?? [] },
  { type: 'pushComponentDeploymentFailures', sets: state.undeployedSets ?? [] },
  { type: 'pushDifferences', differences: state.differences ?? [] },
  { type: 'pushJobs', jobs: state.jobs ?? [] },
  { type: 'pushInquiries', inquiries: state.inquiries ?? [] },
  { type: 'pushConflicts', conflicts: state.conflicts ?? [] },
  { type: 'pushSchedules', schedules: state.schedules ?? [] },
  { type: 'pushApexTestRuns', apexTestRuns: state.apexTestRuns ?? [] },
]
