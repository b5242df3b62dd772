import type { Mutant } from '../mutant.ts'

/** Faults of the process that starts Git. */
export const gitStarterMutants: readonly Mutant[] = [
  {
    id: 'git-starter/outlives-its-owner',
    file: 'packages/git/bin/git-starter.mjs',
    from: `process.stdin.once('end', leave).once('error', leave).resume()`,
    to: 'process.stdin.resume()',
    tests: ['packages/git/src/process/git-starter.test.ts'],
    title: 'kills its Git processes',
  },
  {
    id: 'git-starter/git-outlives-the-owner',
    file: 'packages/git/bin/git-starter.mjs',
    from: `  endAll(running)
`,
    to: '',
    tests: ['packages/git/src/process/git-starter.test.ts'],
    title: 'kills its Git processes',
  },
  {
    id: 'git-starter/owner-asks-only',
    file: 'packages/git/bin/git-starter.mjs',
    from: `    for (const child of all) signalGroup(child, 'SIGKILL')
`,
    to: '',
    tests: ['packages/git/src/process/git-starter.test.ts'],
    title: 'ignores SIGTERM',
  },
  {
    id: 'git-starter/git-outlives-its-thread',
    file: 'packages/git/bin/git-starter.mjs',
    from: `  control.once('close', () => endAll(conversation.children.values()))
`,
    to: '',
    tests: ['packages/git/src/process/git-starter.test.ts'],
    title: 'connection of a thread closes',
  },
  {
    id: 'git-starter/early-signal-is-lost',
    file: 'packages/git/bin/git-starter.mjs',
    from: `  if (signal) signalGroup(child, signal)
`,
    to: '',
    tests: ['packages/git/src/process/ways-to-start.test.ts'],
    title: 'before it was running',
  },
  {
    id: 'git-starter/output-stays-open',
    file: 'packages/git/bin/git-starter.mjs',
    from: `    output.destroy()
    if (input`,
    to: '    if (input',
    tests: ['packages/git/src/process/ways-to-start.test.ts'],
  },
  {
    id: 'git-starter/a-bad-argument-ends-the-starter',
    file: 'packages/git/bin/git-starter.mjs',
    from: `    start(conversation, request).catch((/** @type {unknown} */ error) => {
      starting.delete(id)
      tell({ id, failed: String(error) })
    })`,
    to: '    void start(conversation, request)',
    tests: ['packages/git/src/process/ways-to-start.test.ts'],
    title: 'with a null byte',
  },
  {
    id: 'git-starter/variables-are-inherited',
    file: 'packages/git/bin/git-starter.mjs',
    from: '{ cwd, env, stdio',
    to: `{ cwd, env: { ...process.env, ...env, LEAKED: '1' }, stdio`,
    tests: ['packages/git/src/process/ways-to-start.test.ts'],
    title: 'only the given environment',
  },
  {
    id: 'git-starter/input-before-git-runs',
    file: 'packages/git/src/process/starter-command.ts',
    from: `    this.#connection = connection
    this.#stdin = input && new PassThrough()
`,
    to: `    this.#connection = connection
    this.#stdin = input && new PassThrough()
    if (this.#stdin && input) pipeline(this.#stdin, input).catch(() => undefined)
`,
    tests: ['packages/git/src/process/git-starter.test.ts'],
    title: 'input is sent only after',
  },
  {
    id: 'git-starter/ends-before-its-output',
    file: 'packages/git/src/process/starter-command.ts',
    from: 'Promise.all([this.#closed.promise, drained])',
    to: 'Promise.all([this.#closed.promise])',
    tests: ['packages/git/src/process/ways-to-start.test.ts'],
    title: 'only after its output',
  },
  {
    id: 'git-starter/unread-output-waits',
    file: 'packages/git/src/process/starter-command.ts',
    from: `      output.resume()
`,
    to: '',
    tests: ['packages/git/src/process/ways-to-start.test.ts'],
    title: 'when its output is not read',
  },
  {
    id: 'git-starter/in-the-group-of-its-owner',
    file: 'packages/git/src/process/git-starter.ts',
    from: `    detached: true,
`,
    to: '',
    tests: ['packages/git/src/process/git-starter.test.ts'],
    title: 'starts Git while it runs',
  },
  {
    id: 'git-starter/threads-do-not-know',
    file: 'packages/git/src/process/git-starter.ts',
    from: `  setEnvironmentData(socketKey, path)
`,
    to: '',
    tests: ['packages/git/src/process/git-starter.test.ts'],
  },
  {
    id: 'git-starter/ended-starter-is-used',
    file: 'packages/git/src/process/git-starter.ts',
    from: 'connection.client?.open === true ? connection.client : null',
    to: 'connection.client',
    tests: ['packages/git/src/process/git-starter.test.ts'],
    title: 'a thread uses the starter',
  },
  {
    id: 'git-starter/long-socket-is-cut',
    file: 'packages/git/src/process/git-starter.ts',
    from: '  if (Buffer.byteLength(path) <= maxSocketPathBytes) return path',
    to: '  if (Buffer.byteLength(path) > 0) return path',
    tests: ['packages/git/src/process/git-starter.test.ts'],
    title: 'too long',
  },
  {
    id: 'git-starter/removed-socket-is-waited-for',
    file: 'packages/git/src/process/starter-command.ts',
    from: `    output.once('error', onStreamError)
`,
    to: '',
    tests: ['packages/git/src/process/git-starter.test.ts'],
    title: 'when the socket was removed',
  },
  {
    id: 'git-starter/hung-starter-is-waited-for',
    file: 'packages/git/src/process/starter-command.ts',
    from: 'this.#deadline ??= setTimeout(() => this.#giveUp(message), reportMs)',
    to: 'if (reportMs < 0) this.#giveUp(message)',
    tests: ['packages/git/src/process/git-starter.test.ts'],
    title: 'when the starter hangs',
  },
]
