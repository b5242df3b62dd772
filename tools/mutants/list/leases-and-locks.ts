import type { Mutant } from '../mutant.ts'

export const leasesAndLocksMutants: readonly Mutant[] = [
  {
    id: 'server/audit-log/chain-without-lock',
    invariant:
      'Writers of the audit log append to its chain one after the other, so that no event is left out of the chain.',
    file: 'apps/server/drizzle/0015_audit_chain.sql',
    from: "  PERFORM pg_advisory_xact_lock(hashtextextended('audit chain ' || chain, 0));",
    to: '',
    tests: ['apps/server/src/audit-log/audit-log.test.ts', 'apps/server/src/audit-log/audit-chain.test.ts'],
    title: 'when many write at once',
  },
  {
    id: 'server/delete-environment/cancelled-half-way',
    invariant:
      'A deletion of an environment that has begun runs to its end; a cancellation does not leave half of it.',
    file: 'apps/server/src/commands/delete-environment/delete-environment.ts',
    from: 'return await run.uncancellable(async () => {',
    to: 'return await (async (body: () => Promise<CommandResult>) => body())(async () => {',
    tests: ['apps/server/src/commands/delete-environment/delete-environment.test.ts'],
  },
  {
    id: 'server/environment-lock/deleted-environment',
    invariant: 'A job cannot lock an environment that was deleted while the job waited.',
    file: 'apps/server/src/environments/environment-lock.ts',
    from: `  await refuseDeleted(tx, ticket.environmentIds)
`,
    to: '',
    tests: ['apps/server/src/environments/environment-lock.test.ts'],
  },
  {
    id: 'git/push-without-lease',
    invariant: 'A push replaces a branch only at the commit that the job has seen.',
    file: 'packages/git/src/push.ts',
    from: `      ...leases,
`,
    to: '',
    tests: ['packages/git/src/remotes.test.ts'],
  },
  {
    id: 'git/push-may-go-back',
    invariant: 'A push without an expected commit never takes commits back.',
    file: 'packages/git/src/push.ts',
    from: `if (update.expectedOldHash === null) return
`,
    to: `return
`,
    tests: ['packages/git/src/remotes.test.ts'],
  },
  {
    id: 'server/invitations/rights-not-looked-at-after-the-lock',
    invariant: 'The rights of a person are read after the lock of the workspace is held.',
    file: 'apps/server/src/workspaces/lock-members.ts',
    from: '  if (missing) throw',
    to: '  if (missing && actor.accessLevel === null) throw',
    tests: ['apps/server/src/invitations/invitation-races.test.ts'],
  },
  {
    id: 'people/two-creations-at-once-exceed-the-limit',
    invariant: 'Two environments created at the same moment do not exceed the limit of the workspace.',
    file: 'apps/server/src/workspaces/usage.ts',
    from: 'pg_advisory_xact_lock(',
    to: 'pg_try_advisory_xact_lock(',
    tests: ['apps/server/src/workspaces/environment-limit.test.ts'],
  },
  {
    id: 'server/worker/message-to-parked-job-missed',
    invariant: 'A message to a job that is being put aside is not lost.',
    file: 'apps/server/src/worker/parked-jobs.ts',
    from: ' || hasMessage(id, wait.topic)',
    to: '',
    tests: ['apps/server/src/worker/parked-jobs.test.ts'],
    title: 'goes on after its last step',
  },
  {
    id: 'server/worker/lease-never-lapses',
    invariant: 'A worker that could not renew its lease in time stops its work.',
    file: 'apps/server/src/worker/lease.ts',
    from: 'return this.#options.clock.elapsedMs() - this.#renewedMs',
    to: 'return 0',
    tests: ['apps/server/src/worker/lease.test.ts'],
  },
  {
    id: 'server/worker/lapsed-lease-renewed',
    invariant: 'A lease that has ended is not renewed; another worker may hold the job.',
    file: 'apps/server/src/worker/lease.ts',
    from: `if (this.#isOver()) return
    this.#renewedMs = sentMs`,
    to: 'this.#renewedMs = sentMs',
    tests: ['apps/server/src/worker/lease.test.ts'],
  },
  {
    id: 'server/worker/folders-of-unfinished-jobs-swept',
    invariant: 'The sweep of work folders keeps the folders of jobs that have not ended.',
    file: 'apps/server/src/worker/work-folder-sweep.ts',
    from: 'if (!kept.has(jobId))',
    to: 'if (kept.has(jobId))',
    tests: ['apps/server/src/worker/work-folder-sweep.test.ts'],
  },
  {
    id: 'server/durable/cancelled-signal-in-uncancellable-work',
    invariant: 'Work that must not be cancelled gets no signal of the cancellation.',
    file: 'apps/server/src/durable/run-interruption.ts',
    from: 'return this.#shields > 0 ? this.#stopping.signal : this.#cancelling.signal',
    to: 'return this.#cancelling.signal',
    tests: ['apps/server/src/commands/flow-merge/late-cancellation.full.test.ts'],
  },
  {
    id: 'server/worker/search-delays-the-lease',
    invariant: 'The search for jobs does not delay the renewal of leases.',
    file: 'apps/server/src/worker/heartbeat.ts',
    from: `      lease.renewed(sentMs)
    }),
    repeat(async () => {
`,
    to: `      lease.renewed(sentMs)
`,
    tests: ['apps/server/src/worker/heartbeat.test.ts'],
  },
  {
    id: 'server/quick-deploy/lease-is-not-confirmed',
    invariant: 'A worker confirms its lease before it sends the last bytes of a deployment.',
    file: 'apps/server/src/steps/deploy/deploy-content.ts',
    from: `    await beforeLastBytes()
`,
    to: '',
    tests: ['apps/server/src/commands/flow-out/quick-deploy/quick-deploy.full.test.ts'],
    title: 'lost at deploy.upload',
  },
  {
    id: 'server/flows/shared-lock',
    invariant: 'Two flows never change the same environment at the same time.',
    file: 'apps/server/src/steps/begin/begin-flow.ts',
    from: "mode: input.checkOnly ? 'Shared' : 'Exclusive'",
    to: "mode: 'Shared'",
    tests: ['apps/server/src/commands/before-a-flow.full.test.ts'],
    title: 'waits until another flow',
  },
  {
    id: 'server/stacks/deleted-with-an-environment-that-a-job-just-made',
    invariant: 'A stack is not deleted while a job makes an environment in it.',
    file: 'apps/server/src/operations/stacks/delete.ts',
    from: `    const isInUse = await hasUnfinishedJobs(tx, stackId)
    const environments = await listEnvironments(tx, workspaceId, [stackId])
`,
    to: `    const environments = await listEnvironments(tx, workspaceId, [stackId])
    const isInUse = await hasUnfinishedJobs(tx, stackId)
`,
    tests: ['apps/server/src/stacks/delete-stack.test.ts'],
    title: 'being deleted',
  },
  {
    id: 'durable/fence/earlier-run-writes',
    invariant: 'A run of a job that another worker has taken over writes nothing more.',
    file: 'apps/server/src/durable/fence.ts',
    from: '!row || row.epoch !== job.epoch || ',
    to: '!row || ',
    tests: ['apps/server/src/worker/worker.test.ts'],
    title: 'another worker has taken over writes nothing more',
  },
]
