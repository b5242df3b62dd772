import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { gitEnvironment } from '../environment.ts'
import { runGit, startGit } from '../git.ts'
import { isAlive, startScript } from '../testing/starter-script.ts'
import { startGitStarter } from './git-starter.ts'
import { connectToStarter } from './starter-client.ts'

/** An alias that prints the id of the parent process of Git. */
const parentOfGit = ['-c', 'alias.parent=!ps -o ppid= -p $PPID', 'parent']
const findParent = async () => Number((await runGit({ args: parentOfGit })).stdout.toString())

/** An alias that prints its process id and then sleeps. */
const sleeping = ['-c', 'alias.sleeping=!echo $$; exec sleep 600', 'sleeping']
const firstNumber = async (stdout: NodeJS.EventEmitter) =>
  Number(await new Promise((resolve) => stdout.once('data', resolve)))

const groupOf = (pid: number) => execFileSync('ps', ['-o', 'pgid=', '-p', `${pid}`]).toString()

/** Above the highest process id that Linux gives. */
const noProcess = 2 ** 23

const start = (args: readonly string[]) => ({
  file: 'git',
  args,
  cwd: tmpdir(),
  env: gitEnvironment({}),
  takesInput: false,
})

test('the starter starts Git while it runs; before and after, Git is started directly', async () => {
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

test('a thread uses the starter of its process while there is one', async () => {
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

test('when the starter is killed, running commands end, and later ones run by a new one', async () => {
  const lost: string[] = []
  const starter = await startGitStarter({ onLost: () => lost.push('lost') })
  onTestFinished(() => starter.stop())
  const git = startGit({ args: sleeping })
  const pid = await firstNumber(git.stdout)
  const parent = await findParent()
  expect(parent).not.toBe(process.pid)
  process.kill(parent, 'SIGKILL')
  await expect(git.ended).rejects.toMatchObject({
    code: 'interrupted',
    retryable: true,
    message: 'The process that starts Git ended before Git did.',
  })
  await expect.poll(() => isAlive(pid)).toBe(false)
  await expect.poll(() => lost).toEqual(['lost'])
  await expect.poll(findParent, { timeout: 30_000 }).not.toBe(process.pid)
  expect(await findParent()).not.toBe(parent)
})

test('a command that meets the end of the starter names no path of the server', async () => {
  const starter = await startGitStarter()
  onTestFinished(() => starter.stop())
  const parent = await findParent()
  process.kill(parent, 'SIGKILL')
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => runGit({ args: ['--version'] })))
  const reasons = answers.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(reasons.filter((text) => !text.startsWith('GitError: The process that starts Git '))).toEqual([])
})

test('when its owner ends, the starter kills its Git processes, exits and removes its folder', async () => {
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

test('when its owner ends, the starter kills a process that ignores SIGTERM', async () => {
  const script = await startScript()
  const client = await connectToStarter(script.socket)
  const stubborn = ['-c', 'alias.stubborn=!trap "" TERM; echo $$; while :; do sleep 1; done', 'stubborn']
  const running = client.start(start(stubborn))
  running.ended.catch(() => undefined)
  const pid = await firstNumber(running.stdout)
  await script.end()
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('when the connection of a thread closes, only the commands of that thread are killed', async () => {
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

test('when the socket was removed, one command fails and the client closes', async () => {
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

test('when the starter hangs, a killed command fails and the client closes', async () => {
  const script = await startScript()
  const client = await connectToStarter(script.socket)
  script.signal('SIGSTOP')
  onTestFinished(async () => {
    script.signal('SIGCONT')
    await script.end()
  })
  const { ended, signalGroup } = client.start(start(sleeping))
  signalGroup('SIGKILL')
  await expect(ended).rejects.toThrow('has not reported its end')
  expect(client.open).toBe(false)
})

test('starting the starter fails when the path of its socket is too long', async () => {
  const long = await mkdtemp(join(tmpdir(), 'x'.repeat(100)))
  onTestFinished(() => rm(long, { recursive: true }))
  await expect(startGitStarter({ parent: long })).rejects.toThrow('is too long for a socket')
})

test('input is sent only after the starter has reported that Git runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'silent-starter-'))
  const received = { input: '' }
  const report: { control?: Socket } = {}
  // Stands in for a starter that answers only when the test lets it.
  const starter = createServer((socket) => {
    let text = ''
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      text += chunk.toString()
      if (text.startsWith('control')) report.control = socket
      if (text.includes(':input')) received.input = text
    })
  })
  await new Promise<void>((resolve) => starter.listen(join(folder, 'socket'), resolve))
  const client = await connectToStarter(join(folder, 'socket'))
  const running = client.start({ ...start([]), takesInput: true })
  running.ended.catch(() => undefined)
  running.stdin?.end('for Git')
  await expect.poll(() => received.input).toMatch(/:1:input\n/)
  await setTimeout(200)
  expect(received.input).toMatch(/^stream \S+:1:input\n$/)
  report.control?.write(`${JSON.stringify({ id: 1, pid: noProcess })}\n`)
  await expect.poll(() => received.input).toMatch(/:1:input\nfor Git$/)
  report.control?.destroy()
  starter.close()
  await rm(folder, { recursive: true })
})
