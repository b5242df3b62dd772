import type { Mutant } from '../mutant.ts'

export const gitMutants: readonly Mutant[] = [
  {
    id: 'git/branch-like-a-hash',
    file: 'packages/git/src/branch-name.ts',
    from: `  if (/^[0-9a-f]{40}$/.test(name)) return 'looks like a commit hash'
`,
    to: '',
    tests: ['packages/git/src/names.test.ts'],
  },
  {
    id: 'git/branch-like-an-option',
    file: 'packages/git/src/branch-name.ts',
    from: '/^[-+@]/',
    to: '/^[+@]/',
    tests: ['packages/git/src/names.test.ts'],
  },
  {
    id: 'git/ref-ends-with-lock',
    file: 'packages/git/src/object-names.ts',
    from: " || part.endsWith('.lock')",
    to: '',
    tests: ['packages/git/src/names.test.ts'],
  },
  {
    id: 'git/ref-with-two-dots',
    file: 'packages/git/src/object-names.ts',
    from: "ref.includes('..') || ",
    to: '',
    tests: ['packages/git/src/names.test.ts'],
  },
  {
    id: 'git/push-without-lease',
    file: 'packages/git/src/push.ts',
    from: `      ...leases,
`,
    to: '',
    tests: ['packages/git/src/remotes.test.ts'],
  },
  {
    id: 'git/push-not-atomic',
    file: 'packages/git/src/push.ts',
    from: "updates.length > 1 ? ['--atomic'] : []",
    to: '[]',
    tests: ['packages/git/src/remotes.test.ts'],
  },
  {
    id: 'git/push-may-go-back',
    file: 'packages/git/src/push.ts',
    from: `if (update.expectedOldHash === null) return
`,
    to: `return
`,
    tests: ['packages/git/src/remotes.test.ts'],
  },
  {
    id: 'git/output-without-bound',
    file: 'packages/git/src/git.ts',
    from: 'if (size > limit) {',
    to: 'if (size < 0) {',
    tests: ['packages/git/src/hostile.test.ts'],
  },
  {
    id: 'git/body-without-bound',
    file: 'packages/git/src/http-backend.ts',
    from: 'if (size > maxBytes)',
    to: 'if (size < 0)',
    tests: ['packages/git/src/http-backend.test.ts'],
  },
  {
    id: 'git/young-locks-are-removed',
    file: 'packages/git/src/stale-locks.ts',
    from: ' || entry.mtimeMs > before',
    to: '',
    tests: ['packages/git/src/hostile.test.ts', 'packages/git/src/refs.test.ts'],
  },
]
