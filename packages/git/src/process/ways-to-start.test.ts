import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gitEnvironment } from '../environment.ts'
import { isAlive, startScript } from '../testing/starter-script.ts'
import { limitedCommand } from './process-limits.ts'
import { startDirectly } from './start-directly.ts'
import type { ProcessStart, StartedProcess } from './started-process.ts'
import { connectToStarter } from './starter-client.ts'
import type { StarterClient } from './starter-client.ts'

let script: Awaited<ReturnType<typeof startScript>>
let client: StarterClient
let folder = ''

beforeAll(async () => {
  script = await startScript()
  client = await connectToStarter(script.socket)
  folder = await mkdtemp(join(tmpdir(), 'ways-to-start-'))
})

afterAll(async () => {
  await script.end()
  await rm(folder, { recursive: true })
})

const settings = (more: Partial<ProcessStart>): ProcessStart => ({
  file: 'git',
  args: ['--version'],
  cwd: tmpdir(),
  env: gitEnvironment({}),
  takesInput: false,
  ...more,
})

/** Arguments with which Git runs a shell command. */
const shell = (text: string) => ['-c', `alias.run=!${text}`, 'run']

async function outcome(process: StartedProcess) {
  const [stdout, end] = await Promise.all([buffer(process.stdout), process.ended])
  return { stdout: stdout.toString(), ...end }
}

const ways = [
  ['directly', (start: ProcessStart) => startDirectly(start)],
  ['by the starter', (start: ProcessStart) => client.start(start)],
] as const

describe.each(ways)('a process that is started %s', (_, start) => {
  test('reports its output, exit code and error output', async () => {
    const version = await outcome(start(settings({})))
    expect(version).toEqual({ stdout: expect.stringMatching(/^git version/), code: 0, stderr: '' })
    const unknown = await outcome(start(settings({ args: ['no-such-command'] })))
    expect(unknown).toMatchObject({ stdout: '', code: 1, stderr: expect.stringContaining('no-such-command') })
    expect(await outcome(start(settings({ args: shell('exit 7') })))).toMatchObject({ code: 7 })
  })

  test('gets its arguments, its working folder and only the given environment variables', async () => {
    const env = gitEnvironment({ env: { GIT_AUTHOR_NAME: 'Zoë "Ω"\n', GIT_AUTHOR_EMAIL: 'zoe@example.com' } })
    const author = await outcome(start(settings({ args: ['var', 'GIT_AUTHOR_IDENT'], env })))
    expect(author.stdout).toMatch(/^Zoë "Ω/)
    const where = await outcome(start(settings({ args: shell('pwd'), cwd: folder })))
    expect(where.stdout.trim()).toBe(folder)
    const variables = await outcome(start(settings({ args: shell('env') })))
    const names = [...variables.stdout.matchAll(/^(\w+)=/gm)].map(([, name]) => name)
    const own = new Set(Object.keys(gitEnvironment({})))
    for (const name of [
      'PWD',
      'OLDPWD',
      '_',
      'GIT_PREFIX',
      'GIT_EXEC_PATH',
      'SHLVL',
      'GIT_CONFIG_PARAMETERS',
    ])
      own.add(name)
    expect(names.filter((name = '') => !own.has(name))).toEqual([])
  })

  test('is ended by the limits of memory and of the size of a file', async () => {
    const limited = { memoryBytes: 64 * 1024 * 1024, fileBytes: 1024 * 1024 }
    const run = (text: string) => outcome(start(settings(limitedCommand(shell(text), limited))))
    const memory = await run('head -c 300000000 /dev/zero | git hash-object --stdin -t blob')
    expect(memory).toMatchObject({ stderr: expect.stringMatching(/out of memory/i) })
    const writing = (bytes: number) => run(`head -c ${bytes} /dev/zero > ${join(folder, 'file')}`)
    expect(await writing(900_000)).toMatchObject({ code: 0 })
    expect((await writing(1_100_000)).code).not.toBe(0)
  })

  test('reads all of a large input while its output is read', async () => {
    const input = Buffer.alloc(5_000_000, 'line\n')
    const process = start(settings({ args: shell('cat'), takesInput: true }))
    process.stdin?.end(input)
    const [output, end] = await Promise.all([buffer(process.stdout), process.ended])
    expect(output.equals(input)).toBe(true)
    expect(end).toEqual({ code: 0, stderr: '' })
  })

  test('reads an empty input when the caller writes none', async () => {
    const process = start(settings({ args: ['hash-object', '--stdin'] }))
    expect(process.stdin).toBeNull()
    expect(await outcome(process)).toMatchObject({ stdout: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391\n' })
  })

  test('may exit before it has read its input', async () => {
    const process = start(settings({ args: shell('head -c 3'), takesInput: true }))
    process.stdin?.on('error', () => undefined)
    process.stdin?.end(Buffer.alloc(5_000_000, 'x'))
    expect(await outcome(process)).toEqual({ stdout: 'xxx', code: 0, stderr: '' })
  })

  test('is killed with its child processes by a signal to its group', async () => {
    const process = start(settings({ args: shell('sleep 600 & echo $!; wait') }))
    const pid = Number(await new Promise((resolve) => process.stdout.once('data', resolve)))
    expect(isAlive(pid)).toBe(true)
    process.signalGroup('SIGTERM')
    await process.exited
    expect((await process.ended).code).not.toBe(0)
    await expect.poll(() => isAlive(pid)).toBe(false)
    process.signalGroup('SIGKILL')
  })

  test('receives a signal that was sent before it was running', async () => {
    const process = start(settings({ args: shell('sleep 600') }))
    process.signalGroup('SIGTERM')
    expect((await outcome(process)).code).not.toBe(0)
  })

  test('ends when the reader of its endless output goes away', async () => {
    const process = start(settings({ args: shell('yes') }))
    await new Promise((resolve) => process.stdout.once('data', resolve))
    process.stdout.destroy()
    expect((await process.ended).code).not.toBe(0)
  })

  test('ends when its output is not read', async () => {
    const process = start(settings({ args: shell('head -c 900000 /dev/zero') }))
    process.stdout.resume()
    expect(await process.ended).toEqual({ code: 0, stderr: '' })
    const short = start(settings({}))
    expect(await short.ended).toEqual({ code: 0, stderr: '' })
  })

  test('reports its end only after its output has been read', async () => {
    const process = start(settings({ args: shell('head -c 900000 /dev/zero') }))
    let bytes = 0
    const atTheEnd = process.ended.then(() => bytes)
    for await (const chunk of process.stdout) {
      bytes += Buffer.from(chunk).length
      await setTimeout(5)
    }
    expect(await atTheEnd).toBe(900_000)
  })

  test('reports the first 65,536 characters of its error output', async () => {
    const { stderr, code } = await outcome(
      start(settings({ args: shell('head -c 300000 /dev/zero | tr "\\\\0" x >&2') })),
    )
    expect({ code, length: stderr.length }).toEqual({ code: 0, length: 65_536 })
  })

  test('reports why it could not be started', async () => {
    const process = start(settings({ cwd: join(folder, 'missing') }))
    await expect(process.ended).rejects.toThrow(/ENOENT/)
    await process.exited
  })
})

test('a hundred concurrent processes do not mix their inputs and outputs', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const process = client.start(settings({ args: shell('cat'), takesInput: true }))
      process.stdin?.end(`${index}`)
      return (await outcome(process)).stdout
    }),
  )
  expect(answers).toEqual(Array.from({ length: 100 }, (_, index) => `${index}`))
})

test('an argument with a null byte is refused and does not end the starter', async () => {
  await expect(client.start(settings({ args: ['a\0b'] })).ended).rejects.toThrow(/null bytes/)
  expect(() => startDirectly(settings({ args: ['a\0b'] }))).toThrow(/null bytes/)
  expect(await outcome(client.start(settings({})))).toMatchObject({ code: 0 })
})
