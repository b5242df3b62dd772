import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { treeOf } from '@sluice/git/rev-parse'
import { builtProcess } from '../../built-process.ts'
import type { FlowSteps } from '../../processes/flow-steps.ts'
import { keptArchive } from '../inputs.ts'
import { orgFiles, withChanges } from '../org.ts'
import { peakMegabytesOfFlowIn } from '../peak-memory.ts'
import { race, timeOf } from '../race.ts'
import type { Contender, Timing } from '../race.ts'
import { digits } from '../report.ts'
import type { Report } from '../report.ts'
import { emptyWorkTree, git, unzipAddCommit } from '../work-tree.ts'
import { sized } from '../../sized.ts'

const { emptyRepository, flowIn }: FlowSteps = await import(builtProcess('flow'))
const fileCount = sized(20_000, 400)
const changeCount = sized(200, 20)
const memoryCount = sized(60_000, 400)
/** Salesforce's limit for one retrieve. */
const mostInOneArchive = sized(10_000, 200)
const theirs = 'unzip + add + commit'

/** From a retrieved archive to a commit, against a working copy; both must come to the same trees. */
export async function flowInSection(report: Report, { rounds }: { readonly rounds: number }): Promise<void> {
  report.title('5.1 Flow in')
  const memoryDisk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  await onDisk(report, { place: memoryDisk, rounds, isJudged: true })
  await onDisk(report, { place: tmpdir(), rounds: 1, isJudged: false })
  await memory(report)
}

async function onDisk(
  report: Report,
  {
    place,
    rounds,
    isJudged,
  }: { readonly place: string; readonly rounds: number; readonly isJudged: boolean },
): Promise<void> {
  const folder = await mkdtemp(join(place, 'sluice-bench-'))
  try {
    report.line(
      `\n${fileCount} files, ${isJudged ? 'on a memory disk where there is one' : 'in the folder for temporary files, one round'}`,
    )
    // By then the code is compiled: what a process that runs for days is like.
    const warmUps = isJudged ? 3 : 0
    const first = await run(await firstTime(folder), rounds, warmUps)
    report.timings(first)
    report.line(`\nthe same again with ${changeCount} changes`)
    const repeat = await run(await again(folder, 1 + warmUps + rounds), rounds, warmUps)
    report.timings(repeat)
    if (!isJudged) return
    judge(report, { timings: first, name: 'ours', goal: 'flow in, first', most: 0.6 })
    judge(report, { timings: repeat, name: 'ours', goal: 'flow in, repeat', most: 0.4 })
    judge(report, {
      timings: repeat,
      name: skipping,
      goal: 'flow in, repeat, unchanged entries skipped',
      most: 0.2,
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Contenders that must come to the same tree. */
interface Lane {
  readonly contenders: readonly Contender[]
  readonly trees: () => Promise<string[]>
}

async function run(lane: Lane, rounds: number, warmUps: number): Promise<Timing[]> {
  const timings = await race(lane.contenders, { rounds, warmUps })
  const trees = new Set(await lane.trees())
  if (trees.size !== 1) throw new Error(`The trees differ: ${[...trees].join(', ')}`)
  return timings
}

const skipping = 'ours, unchanged entries skipped'

interface RatioGoal {
  readonly timings: readonly Timing[]
  /** Of the contender. */
  readonly name: string
  readonly goal: string
  /** The time of the other tool as 1. */
  readonly most: number
}

function judge(report: Report, { timings, name, goal: subject, most }: RatioGoal): void {
  const ratioBy = (clock: 'warmMs' | 'cpuMs') => timeOf(timings, name, clock) / timeOf(timings, theirs, clock)
  // The goal counts on the second core, on which Git and the other thread run: only the clock sees it.
  const ratio = ratioBy('warmMs')
  const goal = `${subject}: at most ${most} times of ${theirs}, tree ids equal`
  if (Number.isNaN(ratio)) report.missing('5.1', goal, name)
  else {
    const measured = `${digits(ratio)} times by the clock (${digits(ratioBy('cpuMs'))} of processor time)`
    report.goal({ section: '5.1', goal, measured, reached: ratio <= most })
  }
}

const original = () => keptArchive(`org-${fileCount}.zip`, () => orgFiles(fileCount))

async function firstTime(folder: string): Promise<Lane> {
  const archive = await original()
  const work = join(folder, 'first-work')
  const gitDir = join(folder, 'first.git')
  let base = { repository: { gitDir }, commit: '' }
  let commit = ''
  const ours = {
    name: 'ours',
    prepare: async () => {
      await rm(gitDir, { recursive: true, force: true })
      base = await emptyRepository(gitDir)
    },
    run: async () =>
      (commit = await flowIn({ repository: base.repository, base: base.commit, archives: [archive] })),
  }
  const workTree = {
    name: theirs,
    prepare: async () => {
      await rm(work, { recursive: true, force: true })
      await emptyWorkTree(work)
    },
    run: () => unzipAddCommit(work, archive),
  }
  return {
    contenders: [ours, workTree],
    trees: async () => [await treeOf(base.repository, commit), await git(work, 'rev-parse', 'HEAD^{tree}')],
  }
}

/** Every round brings other changes, so that nobody finds its objects written already. */
async function again(folder: string, rounds: number): Promise<Lane> {
  const archives = await Promise.all(
    Array.from({ length: rounds }, (_, round) =>
      keptArchive(`org-${fileCount}-changed-${round}.zip`, () =>
        withChanges(orgFiles(fileCount), { count: changeCount, round }),
      ),
    ),
  )
  const work = join(folder, 'again-work')
  await emptyWorkTree(work)
  await unzipAddCommit(work, await original())
  const next = archives.values()
  const plain = await repeated({ name: 'ours', gitDir: join(folder, 'again.git'), archives })
  const known = join(folder, 'known-entries')
  const skips = await repeated({ name: skipping, gitDir: join(folder, 'skip.git'), archives, known })
  const workTree = { name: theirs, run: () => unzipAddCommit(work, next.next().value ?? '') }
  return {
    contenders: [plain.contender, skips.contender, workTree],
    trees: async () => [await plain.tree(), await skips.tree(), await git(work, 'rev-parse', 'HEAD^{tree}')],
  }
}

interface RepeatedFlowIn {
  readonly name: string
  readonly gitDir: string
  readonly archives: readonly string[]
  /** The file of the known entries; without it none are skipped. */
  readonly known?: string
}

/** One flow in after the other into one repository. */
async function repeated({ name, gitDir, archives, known }: RepeatedFlowIn) {
  const { repository, commit } = await emptyRepository(gitDir)
  const knownEntries = known === undefined ? {} : { knownEntries: known }
  let base = await flowIn({ repository, base: commit, archives: [await original()], ...knownEntries })
  const next = archives.values()
  const contender: Contender = {
    name,
    run: async () =>
      (base = await flowIn({ repository, base, archives: [next.next().value ?? ''], ...knownEntries })),
  }
  return { contender, tree: () => treeOf(repository, base) }
}

async function memory(report: Report): Promise<void> {
  const files = orgFiles(memoryCount)
  const archives = await Promise.all(
    Array.from({ length: Math.ceil(memoryCount / mostInOneArchive) }, (_, at) =>
      keptArchive(`org-${memoryCount}-${at}.zip`, () =>
        files.slice(at * mostInOneArchive, (at + 1) * mostInOneArchive),
      ),
    ),
  )
  const nothing = peakMegabytesOfFlowIn([])
  const peak = peakMegabytesOfFlowIn(archives)
  report.goal({
    section: '5.1',
    goal: `flow in, first: at most 300 MB at ${memoryCount} files`,
    measured: `${peak} MB, of which ${nothing} MB an idle process that has loaded the same modules`,
    reached: peak <= 300,
  })
}
