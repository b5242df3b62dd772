import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { startProduct } from '../e2e/start-product.ts'
import { median, say } from './figures.ts'
import { type Work, openWork } from './jobs/changes.ts'
import { type WorkDone, countingSettings, measureWork } from './jobs/work-done.ts'
import { isTiny, sized } from './sized.ts'

/**
 * `npm run bench:git-over-years` measures a flow in of one change before and after 10,000 commits in the branch and as many in another
 * one, which lie in the repository as pushes of years leave them: loose. Goal: at most twice the first one.
 */
const rounds = sized(5, 1)
const commits = sized(10_000, 30)
/** Files outside of the metadata, of which each commit changes one. */
const files = 4_000
const mostTimes = 2

type Measure = (name: string) => Promise<WorkDone>

/** Runs Git in a repository; returns what it prints. */
async function git(
  gitDir: string,
  args: readonly string[],
  input: Iterable<string> | Readable = [],
): Promise<string> {
  const child = spawn('git', args, {
    cwd: gitDir,
    env: { ...process.env, GIT_DIR: gitDir },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  await pipeline(input, child.stdin)
  const code = await new Promise((done) => child.once('close', done))
  if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${String(code)}`)
  return output.trim()
}

/** The commands of git-fast-import(1) for a row of commits on top of a branch. */
function* history(branch: string, parent: string): Generator<string> {
  for (let number = 0; number < commits; number += 1) {
    const content = `// ${branch} ${number}\n`
    const from = number === 0 ? `from ${parent}\n` : ''
    yield `commit refs/heads/${branch}\ncommitter Dana <dana@developers.example> ${1_700_000_000 + number} +0000\ndata 6\nChange\n${from}M 100644 inline notes/${branch}/${number % files}.txt\ndata ${content.length}\n${content}\n`
  }
}

/** As pushes leave it: each of fewer than 100 objects, which Git then stores one by one. */
async function addHistory(gitDir: string, branch: string): Promise<void> {
  const parent = await git(gitDir, ['rev-parse', 'refs/heads/main'])
  const before = new Set(await packsOf(gitDir))
  await git(
    gitDir,
    ['-c', 'fastimport.unpackLimit=0', 'fast-import', '--quiet', '--force'],
    history(branch, parent),
  )
  const added = (await packsOf(gitDir)).filter((name) => !before.has(name))
  for (const pack of added) await unpack(gitDir, join(gitDir, 'objects/pack', pack))
}

/** Git unpacks only what it does not have, so the pack has to be elsewhere. */
async function unpack(gitDir: string, path: string): Promise<void> {
  const aside = join(gitDir, 'unpacked')
  await rename(path, aside)
  for (const end of ['idx', 'rev']) await rm(path.replace(/pack$/, end), { force: true })
  await git(gitDir, ['unpack-objects', '-q'], createReadStream(aside))
  await rm(aside)
}

const packsOf = async (gitDir: string) =>
  (await readdir(join(gitDir, 'objects/pack'))).filter((name) => name.endsWith('.pack'))

async function untilPacked(gitDir: string): Promise<void> {
  for (const until = Date.now() + 300_000; Date.now() < until; await setTimeout(500)) {
    const loose = await readdir(join(gitDir, 'objects/17')).catch(() => [])
    if (loose.length <= 4) return
  }
  throw new Error('The repository was not packed within five minutes.')
}

const milliseconds = (works: readonly WorkDone[]) => works.map((work) => work.milliseconds)

async function several(measure: Measure, name: string): Promise<WorkDone[]> {
  const works: WorkDone[] = []
  for (let round = 0; round < rounds; round += 1) works.push(await measure(`${name} ${round}`))
  return works
}

function report(name: string, works: readonly WorkDone[], before: number): number {
  const time = median(milliseconds(works))
  const processor = median(works.map(({ processorTime: { server, git: ofGit } }) => server + ofGit))
  const ratio = time / before
  say(
    `| ${name} | ${time} ms | ${processor.toFixed(2)} s | ${ratio.toFixed(2)} | ${milliseconds(works).join(', ')} |`,
  )
  return ratio
}

async function measureYears(measure: Measure, gitDir: string, restart: () => Promise<void>): Promise<number> {
  say('| | time | processor time | times the first | rounds |')
  say('|---|--:|--:|--:|---|')
  await measure('warm')
  const first = await several(measure, 'first')
  const before = median(milliseconds(first))
  report('small history', first, before)
  await addHistory(gitDir, 'elsewhere')
  report(`${commits} loose commits in another branch`, await several(measure, 'elsewhere'), before)
  await addHistory(gitDir, 'main')
  report(`${commits} in the branch too, the first time`, [await measure('first after')], before)
  report('the next times, still loose', await several(measure, 'loose'), before)
  await restart()
  if (!isTiny) await untilPacked(gitDir)
  await measure('warm again')
  return report('after Git maintenance', await several(measure, 'packed'), before)
}

const folder = await mkdtemp(join(tmpdir(), 'sluice-git-over-years-'))
const file = join(folder, 'work')
const product = await startProduct({ settings: countingSettings(file) })
try {
  const work: Work = await openWork(product)
  const measure: Measure = async (name) => {
    await work.changeOrg(name)
    return await measureWork({ product, file }, work.flowIn)
  }
  const repositories = join(product.dataDir, 'repositories')
  const [repository = ''] = await readdir(repositories)
  // The maintenance of a worker begins with it.
  const restart = async () => {
    await product.server.kill('SIGTERM')
    await product.server.restart()
  }
  const ratio = await measureYears(measure, join(repositories, repository), restart)
  say(
    `\nafter Git maintenance ${ratio.toFixed(2)} times the first (at most ${mostTimes}: ${ratio <= mostTimes ? 'kept' : 'BROKEN'})`,
  )
  await work.close()
} finally {
  await product.stop()
  await rm(folder, { recursive: true })
}
