import { once } from 'node:events'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from '../../../e2e/start-product.ts'
import { peerMergeDriver } from '../contenders.ts'
import { profileVersions } from '../profiles.ts'
import { race, timeOf } from '../race.ts'
import { digits } from '../report.ts'
import type { Report } from '../report.ts'
import { emptyWorkTree, git } from '../work-tree.ts'
import { sized } from '../../sized.ts'

const fileCount = sized(40, 2)
const size = { fields: 100, classes: 20, objects: 5 }
const nodeAlone = 'node alone, doing nothing'
const peerName = 'peer driver'
const staying = 'ours, one process for all files'
const starting = 'ours, one process a file'
const program = join(root, 'apps/merge')

/** `git merge` of files that both sides changed, one process a file as Git starts drivers. */
export async function mergeDriver(report: Report, { rounds }: { readonly rounds: number }): Promise<void> {
  report.title('2.5 Merge, as a Git driver')
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  try {
    await prepare(folder)
    const timings = await race(contendersIn(folder), { rounds })
    report.line(`${fileCount} files a round, ${fileCount * rounds} in all; Git starts the driver once a file`)
    report.line('the process that stays starts and ends in every round, and its processor time is counted')
    report.timings(timings)
    const goal = "files as a Git driver, process start included: at most a quarter of the peer's time"
    const peer = timeOf(timings, peerName, 'cpuMs')
    const share = (name: string) => digits(timeOf(timings, name, 'cpuMs') / peer)
    if (Number.isNaN(peer)) report.missing('2.5', goal, 'the peer driver')
    else
      report.goal({
        section: '2.5',
        goal,
        measured: `${share(staying)} of it with one process for all files; ${share(starting)} of it with one process a file, where a Node process that does nothing takes ${share(nodeAlone)} of it`,
        reached: timeOf(timings, staying, 'cpuMs') / peer <= 0.25,
      })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Two branches that changed every file, each in other entries. */
async function prepare(folder: string): Promise<void> {
  await emptyWorkTree(folder)
  await mkdir(join(folder, 'profiles'))
  await writeFile(join(folder, '.gitattributes'), '*.profile merge=bench\n')
  const versions = profileVersions(size)
  const commit = async (side: keyof typeof versions) => {
    for (let at = 0; at < fileCount; at += 1)
      await writeFile(join(folder, 'profiles', `P${at}.profile`), versions[side])
    await git(folder, 'add', '-A')
    await git(folder, 'commit', '--quiet', '-m', side)
  }
  await commit('base')
  await git(folder, 'branch', 'theirs')
  await commit('ours')
  await git(folder, 'branch', 'ours')
  await git(folder, 'checkout', '--quiet', 'theirs')
  await commit('theirs')
  await git(folder, 'checkout', '--quiet', 'ours')
}

function contendersIn(folder: string) {
  const merge = (name: string, driver: string, mayConflict = false) => ({
    name,
    run: async () => {
      const merging = git(
        folder,
        '-c',
        `merge.bench.driver=${driver}`,
        'merge',
        '--quiet',
        '--no-commit',
        'theirs',
      )
      await (mayConflict ? merging.catch(() => undefined) : merging)
      await git(folder, 'reset', '--hard', '--quiet', 'ours')
    },
  })
  const names = '--path %P %O %A %B'
  const peer = peerMergeDriver()
  const peerDriver = `"${process.execPath}" "${join(peer ?? '', 'bin/merge-driver.cjs')}" -O %O -A %A -B %B -P %P`
  return [
    { ...merge(staying, `sh "${join(program, 'driver.sh')}" %L %P %O %A %B`), end: endResident },
    merge(starting, `"${process.execPath}" "${join(program, 'dist/driver.cjs')}" --driver ${names}`),
    ...(peer === null ? [] : [merge(peerName, peerDriver)]),
    merge(nodeAlone, `"${process.execPath}" -e 0`),
    merge("Git's own merge of lines", 'git merge-file %A %O %B', true),
  ]
}

/** Ends the process that stays; the milliseconds of processor time it took. */
async function endResident(): Promise<number> {
  const asked = request({ socketPath: join(program, 'dist/resident/socket'), path: '/end' }).end()
  const [answer] = await once(asked, 'response')
  return Number(await text(answer))
}
