/**
 * What a process and its Git starter (`bin/git-starter.mjs`) say to each other on the starter's socket. Each connection
 * begins with one line. `control <client>` begins a conversation of JSON lines, requests one way and answers the other.
 * `stream <client>:<id>:input` and `stream <client>:<id>:output` name a connection that becomes the standard input or
 * output of the command with that id; nothing else is sent on it before the answer `pid`.
 */
export interface StartRequest {
  readonly id: number
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Whether a connection for the input follows; without one Git reads an empty input. */
  readonly takesInput: boolean
}

/** A signal for the process group of a command. */
export interface SignalRequest {
  readonly id: number
  readonly signal: NodeJS.Signals
}

/** In this order: `pid` or `failed`; then `exited`; last, when its error output has ended too, `code`. */
export type StarterAnswer =
  | { readonly id: number; readonly pid: number }
  | { readonly id: number; readonly failed: string }
  | { readonly id: number; readonly exited: true }
  | { readonly id: number; readonly code: number | null; readonly stderr: string }
