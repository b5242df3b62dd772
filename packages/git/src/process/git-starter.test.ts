import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { gitEnvironment } from '../environment.ts'
import { runGit, startGit } from '../git.ts'
import { startScript } from '../testing/starter-script.ts'
import { startGitStarter } from './git-starter.ts'
import { connectToStarter } from './starter-client.ts'

/** Prints the process that has started this Git. */
const parentOfGit = ['-c', 'alias.parent=!ps -o ppid= -p $PPID', 'parent']
const findParent = async () => Number((await runGit({ args: parentOfGit })).stdout.toString())

/** Says which process it is and ends only at a signal. */
const sleeping = ['-c', 'alias.sleeping=!echo $$; exec sleep 600', 'sleeping']
const firstNumber = async (stdout: NodeJS.EventEmitter) =>
  Number(await new Promise((resolve) => stdout.once('data', resolve)))

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const groupOf = (pid: number) => execFileSync('ps', ['-o', 'pgid=', '-p', `${pid}`]).toString()

const start = (args: readonly string[]) => ({
  args,
  cwd: tmpdir(),
  env: gitEnvironment({}),
  takesInput: false,
})

test('Git is started by the starter while there is one, and directly before and after', async () => {
  expect(await findParent()).toBe(process.pid)
  const starter = await startGitStarter()
  const parent = await findParent()
  expect(parent).not.toBe(process.pid)
  // A terminal sends Ctrl-C to the whole process group of the product.
  expect(groupOf(parent)).not.toBe(groupOf(process.pid))
  await starter.stop()
  expect(await findParent()).toBe(process.pid)
  expect(isAlive(parent)).toBe(false)
})

test('a thread that starts later uses the starter of its process as long as it lasts', async () => {
  const starter = await startGitStarter()
  onTestFinished(() => starter.stop())
  const parent = await findParent()
  const thread = new Worker(
    `import('tsx/esm/api').then(async ({ register }) => {
       register()
       const { runGit } = await import('${new URL('../git.ts', import.meta.url).href}')
       const { parentPort, workerData } = require('node:worker_threads')
       for (let i = 0; i < 2000; i += 1) {
         const found = await runGit({ args: workerData }).catch(() => null)
         if (found) parentPort.postMessage(Number(found.stdout.toString()))
       }
     })`,
    { eval: true, execArgv: ['--conditions=source'], workerData: parentOfGit },
  )
  onTestFinished(async () => void (await thread.terminate()))
  const parents: number[] = []
  thread.on('message', (pid: number) => parents.push(pid))
  await expect.poll(() => parents.at(-1), { timeout: 60_000 }).toBe(parent)
  await starter.stop()
  await expect.poll(() => parents.at(-1), { timeout: 60_000 }).toBe(process.pid)
})

test('a starter that was killed fails the commands that ran, and later ones start directly', async () => {
  const starter = await startGitStarter()
  const git = startGit({ args: sleeping })
  const pid = await firstNumber(git.stdout)
  const parent = await findParent()
  expect(parent).not.toBe(process.pid)
  process.kill(parent, 'SIGKILL')
  await expect(git.ended).rejects.toMatchObject({
    code: 'failed',
    message: 'The process that starts Git ended before Git did.',
  })
  await starter.ended
  expect(await findParent()).toBe(process.pid)
  process.kill(pid, 'SIGKILL')
  await starter.stop()
})

test('a starter whose owner has ended ends its Git processes, itself and its folder', async () => {
  const script = await startScript()
  const client = await connectToStarter(script.socket)
  const running = client.start(start(sleeping))
  running.ended.catch(() => undefined)
  const pid = await firstNumber(running.stdout)
  await script.end()
  expect(isAlive(pid)).toBe(false)
  expect(existsSync(script.folder)).toBe(false)
  await expect.poll(() => client.open).toBe(false)
})

test('a process that ignores the first signal is killed when the owner has ended', async () => {
  const script = await startScript()
  const client = await connectToStarter(script.socket)
  const stubborn = ['-c', 'alias.stubborn=!trap "" TERM; echo $$; while :; do sleep 1; done', 'stubborn']
  const running = client.start(start(stubborn))
  running.ended.catch(() => undefined)
  const pid = await firstNumber(running.stdout)
  await script.end()
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('a connection that closes, as that of an ended thread does, ends its own commands and no other', async () => {
  const script = await startScript()
  onTestFinished(() => script.end())
  const other = (await connectToStarter(script.socket)).start(start(sleeping))
  other.ended.catch(() => undefined)
  const otherPid = await firstNumber(other.stdout)
  const control = connect(script.socket)
  control.write(`control gone\n${JSON.stringify({ id: 1, ...start(sleeping) })}\n`)
  const output = connect(script.socket)
  output.write('stream gone:1:output\n')
  const pid = await firstNumber(output)
  control.destroy()
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(isAlive(otherPid)).toBe(true)
  output.destroy()
})

test('a starter whose socket was removed fails one command, and the next ones start directly', async () => {
  const script = await startScript()
  onTestFinished(() => script.end())
  const client = await connectToStarter(script.socket)
  const running = client.start(start(sleeping))
  const pid = await firstNumber(running.stdout)
  await rm(script.folder, { recursive: true })
  const { ended } = client.start(start(['--version']))
  await expect(ended).rejects.toThrow('The process that starts Git cannot be reached.')
  expect(client.open).toBe(false)
  expect(isAlive(pid)).toBe(true)
  running.signalGroup('SIGTERM')
  expect((await running.ended).code).not.toBe(0)
})

test('a starter whose socket would have too long an address is an error', async () => {
  const long = await mkdtemp(join(tmpdir(), 'x'.repeat(100)))
  onTestFinished(() => rm(long, { recursive: true }))
  await expect(startGitStarter(long)).rejects.toThrow('is too long for a socket')
})
