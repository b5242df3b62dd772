import type { Mutant } from '../mutant.ts'

const deletionTests = ['apps/server/src/commands/delete-environment/delete-environment.test.ts']
const provisioningTests = ['apps/server/src/jobs/job-provisioning.test.ts']
const operationTests = ['apps/server/src/jobs/operations.test.ts']
const dialogTests = ['apps/console/src/features/job-submission/delete-environments-dialog.browser.test.tsx']
const command = 'apps/server/src/commands/delete-environment'

export const environmentsMutants: readonly Mutant[] = [
  {
    id: 'server/delete-environment/production-by-a-job',
    file: `${command}/delete-environment.ts`,
    from: 'if (environment.isProduction) throw',
    to: 'if (environment.isProduction && false) throw',
    tests: deletionTests,
  },
  {
    id: 'server/delete-environment/branch-before-sandbox',
    file: `${command}/delete-environment.ts`,
    from: `    const sandboxWasDeleted = sandbox !== null && (await deleteSandbox(session, sandbox))
    const deletedSandboxName = sandboxWasDeleted ? environment.sandboxName : null
    const gitBranchWasDeleted =
      branch !== null && (await deleteBranch(session, { branch, deletedSandboxName }))
`,
    to: `    const gitBranchWasDeleted =
      branch !== null && (await deleteBranch(session, { branch, deletedSandboxName: null }))
    const sandboxWasDeleted = sandbox !== null && (await deleteSandbox(session, sandbox))
`,
    tests: deletionTests,
  },
  {
    id: 'server/delete-environment/refusal-is-silent-about-the-sandbox',
    file: `${command}/delete-environment.ts`,
    from: 'const deletedSandboxName = sandboxWasDeleted ? environment.sandboxName : null',
    to: 'const deletedSandboxName = null',
    tests: deletionTests,
  },
  {
    id: 'server/delete-environment/cancelled-half-way',
    file: `${command}/delete-environment.ts`,
    from: 'return await run.uncancellable(async () => {',
    to: 'return await (async (body: () => Promise<CommandResult>) => body())(async () => {',
    tests: deletionTests,
  },
  {
    id: 'server/delete-environment/default-branch',
    file: `${command}/delete-branch.ts`,
    from: 'if (defaultBranch === name)',
    to: 'if (defaultBranch === null)',
    tests: deletionTests,
  },
  {
    id: 'server/delete-environment/branch-gone-before-is-an-error',
    file: `${command}/delete-branch.ts`,
    from: 'return branches.find((branch) => branch.name === name) ?? null',
    to: "return branches.find((branch) => branch.name === name) ?? { name, commitHash: '0'.repeat(40) }",
    tests: deletionTests,
  },
  {
    id: 'server/delete-environment/deleted-branch-is-deleted-again',
    file: `${command}/delete-branch.ts`,
    from: '(await isGone(await session.mirror(), intended)) ? { done: true } :',
    to: '(await isGone(await session.mirror(), intended)) ? { done: false } :',
    tests: deletionTests,
  },
  {
    id: 'server/delete-environment/deleted-sandbox-is-deleted-again',
    file: `${command}/delete-sandbox.ts`,
    from: "return left === null ? { done: true } : 'notDone'",
    to: "return 'notDone'",
    tests: deletionTests,
  },
  {
    id: 'server/delete-environment/waiting-jobs-not-woken',
    file: `${command}/remove-environment.ts`,
    from: `    await releaseEnvironmentLocks(ctx, tx, job.id)
`,
    to: '',
    tests: deletionTests,
    title: 'woken by its deletion',
  },
  {
    id: 'server/delete-environment/not-audited',
    file: `${command}/remove-environment.ts`,
    from: "action: 'environment.deleted'",
    to: "action: 'environment.updated'",
    tests: deletionTests,
  },
  {
    id: 'server/environment-lock/deleted-environment',
    file: 'apps/server/src/environments/environment-lock.ts',
    from: `  await refuseDeleted(tx, ticket.environmentIds)
`,
    to: '',
    tests: ['apps/server/src/environments/environment-lock.test.ts'],
  },
  {
    id: 'server/provisioning/deletion-of-all-means-production-too',
    file: 'apps/server/src/jobs/job-provisioning.ts',
    from: '!isProduction || environmentFilter.include.ids.includes(id)',
    to: 'isProduction || id.length > 0',
    tests: provisioningTests,
  },
  {
    id: 'server/provisioning/production-deleted',
    file: 'apps/server/src/jobs/job-provisioning.ts',
    from: 'if (selected.some(({ isProduction }) => isProduction))',
    to: 'if (selected.every(({ isProduction }) => isProduction))',
    tests: [...provisioningTests, ...operationTests],
  },
  {
    id: 'server/provisioning/locked-deleted',
    file: 'apps/server/src/jobs/job-provisioning.ts',
    from: 'if (locked.length > 0) throw',
    to: 'if (locked.length > 1) throw',
    tests: operationTests,
  },
  {
    id: 'server/provisioning/deletion-by-everybody',
    file: 'apps/server/src/jobs/job-provisioning.ts',
    from: "missing: missingAuthorizations(actor, 'deleteEnvironment', environment)",
    to: 'missing: null',
    tests: provisioningTests,
  },
  {
    id: 'server/git-host/job-rewinds',
    file: 'apps/server/src/git-host/push-rules.ts',
    from: "caller.kind === 'job' && newHash === null",
    to: "caller.kind === 'job'",
    tests: ['apps/server/src/git-host/git-push.test.ts'],
  },
  {
    id: 'salesforce/deleted-sandbox-is-found',
    file: 'packages/salesforce/src/tooling/sandbox-info.ts',
    from: "!booleanOf(record, 'IsDeleted')",
    to: "record['Id'] !== undefined",
    tests: ['packages/salesforce/src/tooling/sandbox-info.test.ts'],
  },
  {
    id: 'salesforce/sandbox-deletion-repeated-without-asking',
    file: 'packages/salesforce/src/tooling/sandbox-info.ts',
    from: "method: 'DELETE', path, idempotent: false",
    to: "method: 'DELETE', path, idempotent: true",
    tests: ['packages/salesforce/src/tooling/sandbox-info.test.ts'],
  },
  {
    id: 'console/delete-environments/production-taken-along',
    file: 'apps/console/src/features/environments/delete-environments.tsx',
    from: 'onClick={() => setInitial(newDeletion(chosen))}',
    to: 'onClick={() => setInitial(newDeletion(environmentIds))}',
    tests: dialogTests,
  },
  {
    id: 'console/delete-environments/production-offered',
    file: 'apps/console/src/features/job-submission/environment-picker.tsx',
    from: 'sandboxes: (each: Environment) => !each.isProduction,',
    to: 'sandboxes: (each: Environment) => each.isInitialized,',
    tests: dialogTests,
  },
  {
    id: 'console/delete-environments/without-a-sandbox',
    file: 'apps/console/src/features/environments/delete-environments.tsx',
    from: 'return hasSandbox ? null :',
    to: 'return isInitialized ? null :',
    tests: ['apps/console/src/features/environments/delete-environments.browser.test.tsx'],
  },
  {
    id: 'console/danger-zone/who-may-not',
    file: 'apps/console/src/features/environments/environment-danger-zone.tsx',
    from: 'disabledReason={obstacle ?? notAllowed}',
    to: 'disabledReason={obstacle}',
    tests: ['apps/console/src/features/environments/environment-danger-zone.browser.test.tsx'],
  },
  {
    id: 'console/delete-result/kept-and-gone-alike',
    file: 'apps/console/src/features/jobs/results/delete-environment-result.tsx',
    from: "return isWanted ? 'was gone before' : 'was kept'",
    to: "return 'was kept'",
    tests: ['apps/console/src/features/jobs/results/delete-environment-result.browser.test.tsx'],
  },
  {
    id: 'environments/job-holds-no-lock',
    file: 'apps/server/src/jobs/job-views.ts',
    from: 'isLocked: parts.locked.has(row.id)',
    to: 'isLocked: false',
    tests: ['apps/server/src/hub/pushed-stack.test.ts'],
  },
  {
    id: 'environments/jobs-not-pushed-after-unlock',
    file: 'apps/server/src/environments/environment-lock.ts',
    from: "await announce(tx, { workspaceId, kind: 'pushJobs', ids: jobIds })",
    to: '',
    tests: ['apps/server/src/hub/pushed-stack.test.ts'],
  },
  {
    id: 'environments/sandbox-is-production-of-stack',
    file: 'apps/server/src/environments/environment-views.ts',
    from: 'shown.find(({ isProduction }) => isProduction)',
    to: 'shown.find(({ isProduction }) => !isProduction)',
    tests: ['apps/server/src/hub/pushed-stack.test.ts'],
  },
  {
    id: 'environments/job-acts-on-another-stack',
    file: 'apps/server/src/commands/steps/session/flow-target.ts',
    from: 'and(eq(environment.id, environmentId), eq(environment.stackId, job.stackId))',
    to: 'eq(environment.id, environmentId)',
    tests: ['apps/server/src/jobs/environments-of-stack.test.ts'],
  },
  {
    id: 'environments/azure-editor-without-project',
    file: 'apps/server/src/stacks/git-display.ts',
    from: 'project ?? repository',
    to: 'project',
    tests: ['apps/server/src/stacks/git-display.test.ts'],
  },
  {
    id: 'environments/onboarding-does-not-wait',
    file: 'apps/server/src/onboarding/operations/start.ts',
    from: 'dependsOnJobIds: [input.initializeStackJobId],',
    to: '',
    tests: ['apps/server/src/stacks/connection.test.ts'],
  },
]
