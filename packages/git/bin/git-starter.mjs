// @ts-check
// Starts Git on behalf of a large process. Starting a process copies the memory map of its parent, which takes longer
// than most Git commands when the parent is a server of several hundred megabytes, and blocks its event loop meanwhile.
// The file is plain JavaScript, so that it runs without a loader both from the sources and from a build.
//
// Usage: node git-starter.mjs <socket>. The starter kills all of its Git processes and exits when its standard input
// closes, which happens however its owner ends. `src/process/starter-messages.ts` describes the protocol of the socket.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'

/** @typedef {import('node:net').Socket} Socket */
/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {import('../src/process/starter-messages.ts').StartRequest} StartRequest */
/** @typedef {import('../src/process/starter-messages.ts').SignalRequest} SignalRequest */
/** @typedef {import('../src/process/starter-messages.ts').StarterAnswer} StarterAnswer */

/**
 * The conversation with one thread of the owner.
 * @typedef {object} Conversation
 * @property {string} client
 * @property {(answer: StarterAnswer) => void} tell
 * @property {Map<number, ChildProcess>} children
 * @property {Map<number, NodeJS.Signals | null>} starting Commands that have not been started yet, with the signal to send once they run.
 */

const socketPath = process.argv[2] ?? ''
const maxErrorLength = 64 * 1024
const killGraceMs = 1_500

/**
 * Connections, by name, that wait to become the input or output of a command.
 * @type {Map<string, Socket>}
 */
const streams = new Map()
/**
 * Commands, by name of the connection that they wait for.
 * @type {Map<string, (stream: Socket) => void>}
 */
const awaited = new Map()
/** @type {Set<ChildProcess>} */
const running = new Set()

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} name
 */
function signalGroup(child, name) {
  if (child.pid === undefined || !running.has(child)) return
  try {
    process.kill(-child.pid, name)
  } catch {
    // The group is gone already.
  }
}

/**
 * Sends SIGTERM first, so that Git removes its lock and temporary files, then SIGKILL.
 * @param {Iterable<ChildProcess>} children
 */
function endAll(children) {
  const all = [...children]
  for (const child of all) signalGroup(child, 'SIGTERM')
  setTimeout(() => {
    for (const child of all) signalGroup(child, 'SIGKILL')
  }, killGraceMs).unref()
}

/**
 * @param {string} name
 * @returns {Promise<Socket>}
 */
function takeStream(name) {
  const stream = streams.get(name)
  streams.delete(name)
  if (stream !== undefined) return Promise.resolve(stream)
  return new Promise((resolve) => {
    awaited.set(name, resolve)
  })
}

/**
 * @param {string} name
 * @param {Socket} stream
 */
function keepStream(name, stream) {
  // Stops reading, because all further data is meant for Git.
  stream.pause()
  const take = awaited.get(name)
  awaited.delete(name)
  if (take !== undefined) {
    take(stream)
    return
  }
  streams.set(name, stream)
  stream.once('close', () => streams.delete(name))
}

/**
 * @param {StartRequest} request
 * @param {Socket | 'ignore'} input
 * @param {Socket} output
 */
function spawnGit({ file, args, cwd, env }, input, output) {
  try {
    return spawn(file, args, { cwd, env, stdio: [input, output, 'pipe'], detached: true, shell: false })
  } finally {
    // Closes this process's copies; while they are open, the owner would not see the end of the output.
    output.destroy()
    if (input !== 'ignore') input.destroy()
  }
}

/**
 * @param {Conversation} conversation
 * @param {StartRequest} request
 */
async function start({ client, tell, children, starting }, request) {
  const { id } = request
  starting.set(id, null)
  const output = await takeStream(`${client}:${id}:output`)
  const input = request.takesInput ? await takeStream(`${client}:${id}:input`) : 'ignore'
  const child = spawnGit(request, input, output)
  children.set(id, child)
  running.add(child)
  const signal = starting.get(id)
  starting.delete(id)
  if (signal) signalGroup(child, signal)
  let stderr = ''
  child.stderr?.on('data', (/** @type {Buffer} */ chunk) => {
    if (stderr.length < maxErrorLength) stderr += chunk.toString('utf8')
  })
  const forget = () => {
    children.delete(id)
    running.delete(child)
  }
  child.once('error', (error) => {
    forget()
    tell({ id, failed: error.message })
  })
  child.once('exit', () => tell({ id, exited: true }))
  child.once('close', (code) => {
    forget()
    tell({ id, code, stderr: stderr.slice(0, maxErrorLength) })
  })
  if (child.pid !== undefined) tell({ id, pid: child.pid })
}

/**
 * @param {Conversation} conversation
 * @param {StartRequest | SignalRequest} request
 */
function handle(conversation, request) {
  const { children, starting, tell } = conversation
  const { id } = request
  if (!('signal' in request)) {
    // Rejects for what cannot be started, such as an argument with a null byte.
    start(conversation, request).catch((/** @type {unknown} */ error) => {
      starting.delete(id)
      tell({ id, failed: String(error) })
    })
    return
  }
  const child = children.get(id)
  if (child !== undefined) signalGroup(child, request.signal)
  else if (starting.has(id)) starting.set(id, request.signal)
}

/**
 * @param {Socket} control
 * @param {string} client
 */
function converse(control, client) {
  /** @type {Conversation} */
  const conversation = {
    client,
    tell: (answer) => {
      if (control.writable) control.write(`${JSON.stringify(answer)}\n`)
    },
    children: new Map(),
    starting: new Map(),
  }
  let rest = ''
  control.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) handle(conversation, JSON.parse(line))
  })
  control.once('close', () => endAll(conversation.children.values()))
}

/** @param {Socket} socket */
function receive(socket) {
  socket.on('error', () => socket.destroy())
  let head = Buffer.alloc(0)
  const read = (/** @type {Buffer} */ chunk) => {
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\n')
    if (end === -1) return
    socket.off('data', read)
    const [role, name = ''] = head.toString('utf8', 0, end).split(' ')
    if (role === 'stream') {
      keepStream(name, socket)
      return
    }
    socket.pause()
    socket.unshift(head.subarray(end + 1))
    converse(socket, name)
    socket.resume()
  }
  socket.on('data', read)
}

const server = createServer(receive)

function leave() {
  server.close()
  rmSync(dirname(socketPath), { recursive: true, force: true })
  const hasRunning = running.size > 0
  endAll(running)
  setTimeout(() => process.exit(0), hasRunning ? killGraceMs + 200 : 0)
}

process.stdin.once('end', leave).once('error', leave).resume()
// On a Unix socket, a connection fails at once when the queue is full.
server.listen({ path: socketPath, backlog: 4096 }, () => process.stdout.write('ready\n'))
