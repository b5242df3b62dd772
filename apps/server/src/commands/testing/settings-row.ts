import type { JobSubmission } from '@sluice/contract/job-commands/job-commands'
import type { Observed, Scenario, Settings } from './settings-scenarios.ts'

/** Changed alone, the setting makes another outcome of the same scenario. */
interface Acting {
  readonly scenario: Scenario
  /** Settings of both runs, where the changed setting has no effect beside the defaults. */
  readonly given?: Settings
  readonly changed: unknown
  readonly outcome: (observed: Observed) => unknown
  readonly expected: { readonly before: unknown; readonly after: unknown }
}

/** The API takes the value and nothing follows from it; the README says so under this name. */
interface WithoutEffect {
  readonly withoutEffect: Scenario
  readonly changed: unknown
}

/** Says which environments get a job. */
interface Selecting {
  readonly selects: true
}

/** Is handed to a part of the job that is a flow of its own, whose rows show what follows from it there. */
interface HandedOn {
  /** What the part gets from the settings of the job. */
  readonly part: (settings: Settings) => object | null
  /** The name of the setting in the part. */
  readonly as: string
  readonly given?: Settings
  readonly changed: unknown
}

export type Row = Acting | WithoutEffect | Selecting | HandedOn
/** A row for each setting of a command. */
export type Rows<N extends JobSubmission['jobCommandName']> = {
  readonly [K in keyof Extract<JobSubmission, { jobCommandName: N }>['jobTemplate']]-?: Row
}
