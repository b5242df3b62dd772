import type { Readable, Writable } from 'node:stream'

/** The command with which a Git process is started. */
export interface ProcessStart {
  readonly file: string
  readonly args: readonly string[]
  /** An absolute path. */
  readonly cwd: string
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  /** Whether the caller writes to the standard input; otherwise it is empty. */
  readonly takesInput: boolean
}

/** How a process ended; `code` is null where a signal ended it. */
export interface ProcessEnd {
  readonly code: number | null
  /** The first 65,536 characters of its error output. */
  readonly stderr: string
}

/** A Git process in a process group of its own. */
export interface StartedProcess {
  /** Null for a process that takes no input. */
  readonly stdin: Writable | null
  readonly stdout: Readable
  /** Settles when the process has exited, although its output may not have been read. Never rejects. */
  readonly exited: Promise<void>
  /** Settles after all of the output has been read or dropped; rejects when the process could not be started. */
  readonly ended: Promise<ProcessEnd>
  /** Does nothing for a group that has ended. */
  readonly signalGroup: (name: NodeJS.Signals) => void
}

/** How many characters of the error output of a process are kept. */
export const maxErrorLength = 64 * 1024
