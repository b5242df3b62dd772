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
    from: 'schema.parse(await response.json())',
    to: 'await response.json()',
    tests: ['packages/contract/src/client.test.ts'],
  },
]
