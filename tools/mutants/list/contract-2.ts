import type { Mutant } from '../mutant.ts'

export const contractMutants2: readonly Mutant[] = [
  {
    id: 'contract/path-parameter-not-escaped',
    file: 'packages/contract/src/client.ts',
    from: "encodeURIComponent(params[name] ?? '')",
    to: "params[name] ?? ''",
    tests: ['packages/contract/src/client.test.ts'],
  },
  {
    id: 'contract/answer-not-checked',
    file: 'packages/contract/src/client.ts',
    from: "schema.parse(route.responseType === 'text' ? await textOf(response) : await response.json())",
    to: "route.responseType === 'text' ? await textOf(response) : await response.json()",
    tests: ['packages/contract/src/client.test.ts'],
  },
  {
    id: 'contract/email-limit',
    file: 'packages/contract/src/limits.ts',
    from: 'email: 256,',
    to: 'email: 2560,',
    tests: ['packages/contract/src/fields.test.ts'],
  },
  {
    id: 'contract/url-limit',
    file: 'packages/contract/src/limits.ts',
    from: 'url: 2048,',
    to: 'url: 20_480,',
    tests: ['packages/contract/src/fields.test.ts'],
  },
  {
    id: 'contract/queued-job-equals-running',
    file: 'packages/contract/src/job-rules.ts',
    from: "return job.status === 'Queued' ? 2 : 3",
    to: "return job.status === 'Queued' ? 0 : 3",
    tests: ['packages/contract/src/job-rules.test.ts'],
  },
  {
    id: 'contract/check-only-merge-into-several',
    file: 'packages/contract/src/job-commands/flow-merge.ts',
    from: '|| targetCount <= 1',
    to: '|| targetCount <= 2',
    tests: ['packages/contract/src/job-commands/templates.test.ts'],
  },
  {
    id: 'contract/sign-in-address-by-its-end',
    file: 'packages/contract/src/salesforce-sign-in.ts',
    from: 'httpsOrigin.test(withoutSlash) && ',
    to: '',
    tests: ['apps/server/src/stacks/hostile-sign-in-addresses.test.ts'],
  },
  {
    id: 'contract/several-sources-are-none',
    file: 'packages/contract/src/job-commands/flow-merge.ts',
    from: 'Array.isArray(input) && input.length > 0 ? oneSourceMessage : ',
    to: '',
    tests: ['apps/server/src/jobs/submission-rules.test.ts'],
    title: 'J-279',
  },
  {
    id: 'contract/filter-without-tags',
    file: 'packages/contract/src/job-commands/environment-filter.ts',
    from: "path: ['tags'], message: 'At least one tag must be specified'",
    to: "path: ['tags'], message: 'Nothing is selected'",
    tests: ['apps/server/src/jobs/submission-rules.test.ts'],
    title: 'J-289',
  },
]
