// The parts of `npm run test:long`. A part takes at most 45 minutes on two cores; what needs longer says in how many
// slices it is run.

export interface LongPart {
  /** What `npm run test:long -- NAME` runs. */
  readonly name: string
  /** One sentence for the list of parts. */
  readonly proves: string
  /** Paths of `*.long.test.ts` files, or folders of them. */
  readonly tests?: readonly string[]
  /** Instead of tests: projects of Vitest, whose tests run in the order that the seed gives. */
  readonly projects?: readonly string[]
  /** Instead of tests: a program of Node and its arguments (see run-part.ts). */
  readonly command?: readonly string[]
  /** In how many slices the whole part is run; 1 by default. */
  readonly slices?: number
}

/** What tests and programs of a slice learn of it. */
export interface LongRunEnvironment {
  readonly LONG_RUN_SEED: string
  /** `2/5` is the second slice of five. */
  readonly LONG_RUN_SLICE: string
}

export const longParts: readonly LongPart[] = [
  {
    name: 'laws',
    proves: 'laws of paths, include specs, XML, normalising and merging on generated cases',
    tests: ['packages/metadata/test/laws/'],
    slices: 4,
  },
  {
    name: 'merge-corpus',
    proves: 'every version of every real merge is read and written as the same bytes',
    tests: ['packages/metadata/test/merge-corpus.long.test.ts'],
  },
  {
    name: 'reference-merge',
    proves: 'the merge engine gives on every real merge what the plain reference merge gives',
    tests: ['packages/metadata/test/reference-merge.long.test.ts'],
  },
  {
    name: 'resolver',
    proves: "real files are the components that the vendor's resolver finds",
    tests: ['packages/metadata/test/resolver.long.test.ts'],
  },
  {
    name: 'large-org',
    proves: 'more files and more bytes than one retrieve may return come back whole',
    tests: ['apps/server/src/steps/org/retrieve/large-org.long.test.ts'],
  },
  {
    name: 'night',
    proves:
      'a flow in of 56,000 components ends and deletes nothing that is there, with components and types that cannot be had, a cut archive and edits meanwhile',
    tests: ['apps/server/src/commands/flow-in/night.long.test.ts'],
  },
  {
    name: 'divided-delta',
    proves: 'a flow out of more files than one deployment takes is deployed in parts, each once',
    tests: ['apps/server/src/commands/flow-out/divided-delta.long.test.ts'],
  },
  {
    name: 'archive-limits',
    proves:
      'archives of 39 MB, 10,000 files and 45,000 fields go to the practice org and back, larger ones are refused',
    tests: ['packages/practice-org/test/own-client/limits.long.test.ts'],
  },
  {
    name: 'real-merges',
    proves: 'a flow in merges files of real merges as the engine alone does',
    tests: [
      'apps/server/src/commands/flow-in/real-merges.long.test.ts',
      'apps/server/src/steps/branch/merge/real-merges.long.test.ts',
    ],
    slices: 6,
  },
  {
    name: 'partial-retrieves',
    proves:
      'partial flows in bring what full ones bring, whatever people do in org and branch in between, and of 10,000 components retrieve the 5 that changed',
    tests: [
      'apps/server/src/commands/flow-in/partial-retrieve-law.long.test.ts',
      'apps/server/src/commands/flow-in/partial-retrieve-of-ten-thousand.long.test.ts',
    ],
  },
  {
    name: 'differences',
    proves:
      'the difference of an environment is what branch and org have differently over 200 sequences, and of 10,000 components it is ready a second after a push',
    tests: ['apps/server/src/looks/differences.long.test.ts'],
    slices: 2,
  },
  {
    name: 'previews',
    proves:
      'over 200 random cases a job changes the components that its preview said, or says what changed in between and asks',
    tests: ['apps/server/src/commands/preview-law.long.test.ts'],
    slices: 2,
  },
  {
    name: 'merge-previews',
    proves:
      'over 200 random cases a flow merge deploys what its preview said, or says what changed in between and asks',
    tests: ['apps/server/src/commands/merge-preview-law.long.test.ts'],
    slices: 2,
  },
  {
    name: 'crash',
    proves: 'a worker killed at any point of the engine leaves each effect once',
    tests: ['apps/server/src/worker/crash.long.test.ts'],
  },
  {
    name: 'schedules',
    proves:
      'three servers that are killed at random decide 10,000 occurrences of 200 schedules once each, while the clock is set forward and back',
    tests: ['apps/server/src/schedules/ten-thousand-occurrences.long.test.ts'],
  },
  {
    name: 'crash-table',
    proves: 'what happens to a job whose worker is lost at any of its steps is what docs/crash-table.md says',
    tests: ['apps/server/src/commands/crash-table.long.test.ts'],
    slices: 2,
  },
  {
    name: 'stops',
    proves:
      'a flow that is cancelled at any of its points has changed nothing or done everything, and one whose lock is taken away does nothing afterwards',
    tests: ['apps/server/src/commands/stops.long.test.ts'],
    slices: 7,
  },
  {
    name: 'flows-as-predicted',
    proves:
      'random flows between four environments, with edits and pushes in between, leave orgs, branches and what is known of them as a model of them says',
    tests: ['apps/server/src/commands/flows-as-predicted.long.test.ts'],
    slices: 8,
  },
  {
    name: 'crash-recovery',
    proves: 'a server killed at any point of a flow leaves one commit or one deployment',
    tests: ['e2e/crash-recovery.long.test.ts'],
  },
  {
    name: 'kills',
    proves:
      'API, worker, database or practice org killed at a random moment of a flow: each effect comes once',
    command: ['--conditions=source', '--import', 'tsx', 'e2e/kills/main.ts'],
    slices: 4,
  },
  {
    name: 'untouched-org',
    proves:
      'check-only flows in and out of an org and a branch that nobody touched find no change, for real metadata and every fact of the practice org',
    tests: ['apps/server/src/commands/untouched-org.long.test.ts'],
    slices: 3,
  },
  {
    name: 'order',
    proves: 'the tests of server, packages and console pass in another order than that of `npm test`',
    projects: ['server', 'server-calls', 'packages', 'unit'],
    slices: 2,
  },
  {
    name: 'mutants',
    proves: 'each planted fault of tools/mutants, which breaks an invariant, makes a test fail',
    command: ['--conditions=source', '--import', 'tsx', 'tools/mutants/main.ts'],
    slices: 2,
  },
]

/**
 * The arguments of Vitest that choose the tests of a part. Tests of the project `long` read seed and slice themselves; of
 * other projects a slice is a shard of their files, and the seed decides the order.
 */
export function vitestArguments(
  { tests = [], projects }: LongPart,
  { LONG_RUN_SEED: seed, LONG_RUN_SLICE: slice }: LongRunEnvironment,
): string[] {
  if (!projects) return ['--project', 'long', ...tests]
  return [...projects.flatMap((name) => ['--project', name]), `--sequence.seed=${seed}`, `--shard=${slice}`]
}
