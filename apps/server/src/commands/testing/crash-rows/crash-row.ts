import type { JobCommandName } from '@sluice/contract/job-command-name'
import type { FlowStack, FlowWorld } from '../flow-world.ts'

/** A job that has something to do. */
export interface CrashScene {
  readonly flow: FlowStack
  /** Submits the job; gives its id. */
  submit(): Promise<string>
  /** What the job has left behind, in the words of `leaves`. */
  left(jobId: string): Promise<string>
  /** Completes what a stopped job left unfinished and a flow in cannot complete, so that each job starts from the same state. */
  settle?(): Promise<void>
}

/** A command in one of its modes. A new command joins the crash table with a row. */
export interface CrashRow {
  readonly command: JobCommandName
  readonly mode: string
  /** What every job of the row leaves behind, wherever its worker was lost. */
  readonly leaves: string
  /** Makes something to do for one job; the text is new each time. */
  arrange(world: FlowWorld, text: string): Promise<CrashScene>
}
