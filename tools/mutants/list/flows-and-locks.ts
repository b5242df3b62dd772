import type { Mutant } from '../mutant.ts'

const folder = 'apps/server/src/commands/flow-out'
const flows = [`${folder}/flows/flows.test.ts`]
const delta = ['packages/metadata/src/delta.test.ts']

export const flowsAndLocksMutants: readonly Mutant[] = [
  {
    id: 'metadata/flows/active-flow-is-not-switched-off',
    file: 'packages/metadata/src/flow-deletions.ts',
    from: 'versions.get(componentName)?.isActive === true',
    to: 'versions.get(componentName)?.isActive === false',
    tests: delta,
  },
  {
    id: 'metadata/flows/deleted-by-its-name',
    file: 'packages/metadata/src/flow-deletions.ts',
    from: 'if (known === undefined) return [identity]',
    to: 'if (known !== null) return [identity]',
    tests: delta,
  },
  {
    id: 'metadata/flows/status-counts-as-content',
    file: 'packages/metadata/src/flow-status.ts',
    from: "document.nameOf(element) !== 'status'",
    to: "document.nameOf(element) !== ''",
    tests: ['packages/metadata/src/flow-status.test.ts'],
  },
  {
    id: 'metadata/record-type-deletion-is-tried',
    file: 'packages/metadata/src/deploy-rules.ts',
    from: "new Set(['FlowDefinition', 'RecordType'])",
    to: "new Set(['FlowDefinition'])",
    tests: ['packages/metadata/src/deploy-rules.test.ts'],
  },
  {
    id: 'metadata/record-type-does-not-go-with-its-object',
    file: 'packages/metadata/src/diff/component-changes.ts',
    from: 'return goesWithParent ? withoutReason(described) : described',
    to: 'return described',
    tests: ['packages/metadata/src/diff/component-changes.test.ts'],
  },
  {
    id: 'server/flow-in/status-of-a-flow-is-a-change',
    file: 'apps/server/src/commands/steps/org-changes/org-changes.ts',
    from: '  if (isFlowPath(path) && differsInStatusOnly(before, content)) return unchanged\n',
    to: '',
    tests: flows,
    title: 'the status does not come back',
  },
  {
    id: 'server/flow-out/status-of-a-flow-is-deployed',
    file: 'apps/server/src/commands/steps/branch-changes/flow-changes.ts',
    from: 'if (base !== null && differsInStatusOnly(base, head)) statusOnly.push(identity.componentName)',
    to: 'if (base === head) statusOnly.push(identity.componentName)',
    tests: flows,
    title: 'a flow that changed in its status only',
  },
  {
    id: 'server/flow-out/flows-settings-are-not-read',
    file: `${folder}/flows/notice-flows.ts`,
    from: "textOf(document, element).trim() === 'true'",
    to: "textOf(document, element).trim() === 'on'",
    tests: flows,
    title: 'with the preference',
  },
  {
    id: 'server/flow-out/nothing-said-about-inactive-flows',
    file: `${folder}/flows/notice-flows.ts`,
    from: 'if (!(await deploysFlowsAsActive(flow)))',
    to: 'if (await deploysFlowsAsActive(flow))',
    tests: flows,
    title: 'stays inactive in production',
  },
  {
    id: 'metadata/divided-delta/too-many-fields-in-a-part',
    file: 'packages/metadata/src/divide-delta.ts',
    from: 'files <= limits.files && customFields <= limits.customFields',
    to: 'files <= limits.files',
    tests: ['packages/metadata/src/divide-delta.test.ts'],
  },
  {
    id: 'metadata/divided-delta/deletion-before-its-time',
    file: 'packages/metadata/src/divide-delta.ts',
    from: 'at === completed.length - 1',
    to: 'at === 0',
    tests: ['packages/metadata/src/divide-delta.test.ts'],
  },
  {
    id: 'metadata/divided-delta/order-of-names',
    file: 'packages/metadata/src/divide-delta.ts',
    from: 'a.layer - b.layer || compareText(a.name, b.name)',
    to: 'compareText(a.name, b.name)',
    tests: ['packages/metadata/src/divide-delta.test.ts'],
  },
  {
    id: 'server/flow-out/check-only-is-divided',
    file: `${folder}/run-parts.ts`,
    from: '!(input.checkOnly || input.allOrNothing)',
    to: '!input.allOrNothing',
    tests: [`${folder}/run-parts.test.ts`],
  },
  {
    id: 'server/flow-out/component-is-left-out-because-the-org-is-busy',
    file: `${folder}/attempt-verdict.ts`,
    from: 'filter(([, said]) => !said.some(isBusyProblem))',
    to: 'filter(() => true)',
    tests: [`${folder}/deploy-trouble.test.ts`],
    title: 'because the org is busy',
  },
  {
    id: 'server/flow-out/failure-beside-a-busy-component-is-tried-again',
    file: `${folder}/attempt-verdict.ts`,
    from: 'if (isBusy && failedKeys.length === 0)',
    to: 'if (isBusy)',
    tests: [`${folder}/attempt-verdict.test.ts`],
  },
]
