import type { Mutant } from '../mutant.ts'

export const serverFlowsMutants: readonly Mutant[] = [
  {
    id: 'server/flow-out/deployment-of-a-change-set-is-ours',
    file: 'apps/server/src/commands/flow-out/find-deployment.ts',
    from: 'request.changeSetName === null &&',
    to: '',
    tests: ['apps/server/src/commands/flow-out/find-deployment.test.ts'],
  },
  {
    id: 'server/flow-out/uncertain-deployment-is-ours',
    file: 'apps/server/src/commands/flow-out/find-deployment.ts',
    from: "return ours === undefined ? 'ambiguous' : { done: ours.id }",
    to: "return { done: ours?.id ?? found[0]?.id ?? '' }",
    tests: ['apps/server/src/commands/flow-out/find-deployment.test.ts'],
  },
  {
    id: 'server/flow-out/foreign-change-during-deployment-skipped',
    file: 'apps/server/src/commands/flow-out/own-revisions.ts',
    from: 'if (!ours(member)) return known',
    to: 'if (!ours(member)) continue',
    tests: ['apps/server/src/commands/flow-out/own-revisions.test.ts'],
  },
  {
    id: 'server/flow-out/check-only-without-salesforce',
    file: 'apps/server/src/commands/flow-out/attempt-loop.ts',
    from: 'const attempt = plan.isEmpty ? null',
    to: 'const attempt = plan.isEmpty || input.checkOnly ? null',
    tests: ['apps/server/src/commands/flow-out/check-only.test.ts'],
  },
  {
    id: 'server/flow-out/check-only-deploys',
    file: 'apps/server/src/commands/flow-out/attempt-loop.ts',
    from: 'validateOnly: state.validateOnly,',
    to: 'validateOnly: false,',
    tests: ['apps/server/src/commands/flow-out/check-only.test.ts'],
  },
  {
    id: 'server/flow-out/failed-check-only-changes-state',
    file: 'apps/server/src/commands/flow-out/settle.ts',
    from: 'if (!isSuccessful && !input.checkOnly) await recordFailure',
    to: 'if (!isSuccessful) await recordFailure',
    tests: ['apps/server/src/commands/flow-out/check-only.test.ts'],
  },
  {
    id: 'server/flow-in/shared-lock',
    file: 'apps/server/src/commands/flow-in/flow-in.ts',
    from: "mode: input.checkOnly ? 'Shared' : 'Exclusive'",
    to: "mode: 'Shared'",
    tests: ['apps/server/src/commands/before-a-flow.test.ts'],
    title: 'FlowIn waits until',
  },
]
