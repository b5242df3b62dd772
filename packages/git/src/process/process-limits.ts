import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

/** What one Git process and each of its helpers may use; bytes. */
export interface ProcessLimits {
  /** Memory of its own; files that it maps do not count. */
  readonly memoryBytes: number
  /** The largest file that it may write; absent: any size. */
  readonly fileBytes?: number
}

/** Key of the memory limit in the environment data, which threads inherit when they start. */
const memoryKey = 'sluice.gitMemoryBytes'
const defaultMemoryBytes = 512 * 1024 * 1024

/** Sets the memory limit of the Git processes of this thread and of those that it starts from now on. */
export function limitGitMemory(bytes: number): void {
  setEnvironmentData(memoryKey, bytes)
}

/** The memory limit of one Git process: 512 MB unless `limitGitMemory` has set another. */
export function gitMemoryBytes(): number {
  const bytes = getEnvironmentData(memoryKey)
  return typeof bytes === 'number' ? bytes : defaultMemoryBytes
}

/** POSIX counts the size of files in blocks. */
const blockBytes = 512

/** The size in bytes at which a file that may have `fileBytes` is cut. */
export const fileLimit = (fileBytes: number): number => Math.floor(fileBytes / blockBytes) * blockBytes

/** Every shell counts memory in KiB. */
const limitScript = 'ulimit -d "$1" 2>/dev/null; ulimit -f "$2" 2>/dev/null; shift 2; exec git "$@"'

/** The command that runs Git with limits (setrlimit(2)), which its child processes inherit. A limit that the system lacks is left out. */
export function limitedCommand(
  args: readonly string[],
  { memoryBytes, fileBytes }: ProcessLimits,
): { readonly file: string; readonly args: readonly string[] } {
  const memory = String(Math.floor(memoryBytes / 1024))
  const blocks = fileBytes === undefined ? 'unlimited' : String(fileLimit(fileBytes) / blockBytes)
  return { file: '/bin/sh', args: ['-c', limitScript, 'git', memory, blocks, ...args] }
}
