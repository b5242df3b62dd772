// @ts-check
// What `npm start` runs: it installs what is missing, builds what is stale, starts the practice org and the
// server, says where to look, and on Ctrl-C stops everything it started.
import { spawn } from 'node:child_process'
import { accessSync, constants, createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { get } from 'node:https'
import { createServer } from 'node:net'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, install, Refusal, requireTools, root } from './tools/prepare.mjs'

const settings = {
  host: process.env.SLUICE_HOST || '127.0.0.1',
  port: process.env.SLUICE_PORT || '7300',
  practiceOrgUrl: process.env.SLUICE_PRACTICE_ORG_URL ?? 'http://127.0.0.1:7400',
  dataDir: absolute(process.env.SLUICE_DATA_DIR || '.sluice'),
}
/** The server itself says what is wrong with its certificate. */
const scheme = process.env.SLUICE_TLS_CERT_FILE || process.env.SLUICE_TLS_CERT ? 'https' : 'http'
/** @param {string} line */
const say = (line) => process.stdout.write(`${line}\n`)
/** The server's exit code when it says itself, in full, why it does not start. */
const refused = 2
/**
 * The programs that this has started.
 * @type {{ name: string, child: import('node:child_process').ChildProcess, exited: Promise<{ code: number | null, signal: string | null }> }[]}
 */
const children = []
let stopping = false

/** @param {string} path */
function absolute(path) {
  return isAbsolute(path) ? path : resolve(root, path)
}

/** Refuses with one line before anything is started, so that a person is not left with half a product. */
async function requirePlace() {
  try {
    makeFolder(join(settings.dataDir, 'log'))
    accessSync(settings.dataDir, constants.W_OK)
  } catch {
    throw new Refusal(
      `The data folder ${settings.dataDir} is not writable. Set SLUICE_DATA_DIR to a folder that is.`,
    )
  }
  if (!/^\d+$/.test(settings.port) || Number(settings.port) > 65535)
    throw new Refusal(`SLUICE_PORT must be a port number, not "${settings.port}".`)
  await requireFreePort(settings.host, Number(settings.port), 'SLUICE_PORT')
  if (!settings.practiceOrgUrl) return
  if (!URL.canParse(settings.practiceOrgUrl))
    throw new Refusal(`SLUICE_PRACTICE_ORG_URL must be an address, not "${settings.practiceOrgUrl}".`)
  const { hostname, port } = new URL(settings.practiceOrgUrl)
  await requireFreePort(hostname, Number(port || 80), 'SLUICE_PRACTICE_ORG_URL')
}

/**
 * Folder by folder: Node's own recursive way never ends where a file system refuses to make one.
 * @param {string} path
 */
function makeFolder(path) {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

/** @type {(host: string, port: number, setting: string) => Promise<void>} */
function requireFreePort(host, port, setting) {
  return new Promise((done, refuse) => {
    const probe = createServer()
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      refuse(
        new Refusal(
          error.code === 'EADDRINUSE'
            ? `Port ${port} on ${host} is in use. Stop what uses it, or set ${setting} to another one.`
            : `Sluice cannot listen on ${host}:${port} (${error.code}). Check ${setting} and SLUICE_HOST.`,
        ),
      ),
    )
    probe.listen(port, host, () => probe.close(() => done()))
  })
}

/**
 * Starts one of our programs in a process group of its own: only we pass Ctrl-C on, exactly once.
 * @param {string} name
 * @param {string} script
 * @param {{ args?: readonly string[], env: NodeJS.ProcessEnv }} options
 */
function launch(name, script, { args = [], env }) {
  const logFile = join(settings.dataDir, 'log', `${name}.log`)
  const log = createWriteStream(logFile, { flags: 'a' })
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    detached: true,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  // What only the operator may see, such as a link that is valid once, does not go through the log.
  child.on('message', (message) => {
    if (typeof message === 'object' && 'print' in message && typeof message.print === 'string')
      say(message.print)
  })
  let complaint = ''
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(log, { end: false })
  child.stderr?.on('data', (chunk) => (complaint = (complaint + chunk).slice(-4000)))
  const exited = new Promise((done) => child.once('exit', (code, signal) => done({ code, signal })))
  children.push({ name, child, exited })
  void exited.then(({ code, signal }) => {
    const how = signal === null ? `exit code ${code}` : signal
    const surprise = `The ${name} ended unexpectedly (${how}); its log is ${logFile}.`
    if (!stopping) void stop(1, code === refused ? complaint.trimEnd() : surprise)
  })
}

/**
 * What the practice org needs of the environment: the settings of the server, secrets among them, are not for it.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function withoutServerSettings(env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(SLUICE_|HTTPS_PROXY|DATABASE_URL|PG[A-Z]+$)/.test(name)),
  )
}

/** A server that was killed has not stopped its database. One that another server still uses goes on. */
async function stopDatabaseLeftBehind() {
  if (!children.some(({ name }) => name === 'server')) return
  const supervisor = join(root, 'apps/server/dist/platform/database/embedded/supervisor.js')
  const { stopLeftBehind } = await import(pathToFileURL(supervisor).href)
  await stopLeftBehind(join(settings.dataDir, 'postgres'))
}

async function cleanUp() {
  await stopDatabaseLeftBehind().catch((error) =>
    process.stderr.write(`The database could not be stopped: ${error.message}\n`),
  )
}

/** @param {string} url */
async function ready(url) {
  const until = Date.now() + 120_000
  while (Date.now() < until) {
    if ((await isAnswered(url)) || stopping) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Refusal(`${url} did not answer within two minutes; see ${settings.dataDir}/log.`)
}

/**
 * Whether a program of ours answers. The certificate that the server shows is made for its public name, not for this one.
 * @param {string} url
 * @returns {Promise<boolean>}
 */
async function isAnswered(url) {
  if (url.startsWith('http:'))
    return await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  return await new Promise((done) => {
    const asked = get(url, { rejectUnauthorized: false }, (answer) => {
      answer.resume()
      done(answer.statusCode === 200)
    })
    asked.once('error', () => done(false))
  })
}

/**
 * Asks every child to end, the server before the org it talks to, and insists after 30 seconds.
 * @param {number} code
 * @param {string} [reason]
 */
async function stop(code, reason) {
  if (stopping) return
  stopping = true
  if (reason) process.stderr.write(`${reason}\n`)
  for (const { child, exited } of children.toReversed()) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    const deadline = setTimeout(() => child.kill('SIGKILL'), 30_000)
    await exited
    clearTimeout(deadline)
  }
  await cleanUp()
  process.exit(code)
}

/** A second Ctrl-C: the programs take a second signal as "at once", which still stops their database. */
function insist() {
  for (const { child } of children) child.kill('SIGTERM')
  setTimeout(() => {
    for (const { child } of children) child.kill('SIGKILL')
    void cleanUp().finally(() => process.exit(1))
  }, 5_000)
}

/** @param {string} seconds */
function welcome(seconds) {
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  // A certificate is made for the public name.
  const named = scheme === 'https' ? process.env.SLUICE_PUBLIC_URL : undefined
  const at = named || `${scheme}://${host}:${settings.port}`
  say(`Sluice is ready after ${seconds} s: ${at}`)
  const looksAfter = process.env.SLUICE_GLOBAL_ADMINS
    ? ''
    : ': the first account looks after this installation'
  say(`  1. Open it and register${looksAfter}.`)
  if (settings.practiceOrgUrl) {
    say('  2. Connect: the practice org is already filled in; press Connect and approve the code.')
    say('  3. Press "Initialize now" and watch the first flow in.')
    say(`  Practice org (change things in Setup): ${settings.practiceOrgUrl}`)
  } else say('  2. Connect to Salesforce with your production org and press "Initialize now".')
  say(`  Data and logs: ${settings.dataDir}`)
  say('  Ctrl-C stops everything.')
}

async function main() {
  const began = Date.now()
  requireTools()
  await requirePlace()
  await install(say)
  await build(say)
  if (settings.practiceOrgUrl) {
    const { hostname, port } = new URL(settings.practiceOrgUrl)
    launch('practice-org', 'packages/practice-org/dist/main.js', {
      args: [
        `--host=${hostname}`,
        `--port=${port || 80}`,
        `--data=${join(settings.dataDir, 'practice-org')}`,
        ...process.argv.slice(2),
      ],
      env: withoutServerSettings(process.env),
    })
  }
  launch('server', 'apps/server/dist/main.js', {
    env: { ...process.env, SLUICE_DATA_DIR: settings.dataDir },
  })
  await Promise.all([
    ready(`${scheme}://${settings.host}:${settings.port}/health/ready`),
    ...(settings.practiceOrgUrl ? [ready(settings.practiceOrgUrl)] : []),
  ])
  if (!stopping) welcome(((Date.now() - began) / 1000).toFixed(1))
}

// One Ctrl-C can arrive twice, from the terminal and from npm; only a later one means "at once".
let askedAt = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (askedAt === 0) void stop(0)
    else if (Date.now() - askedAt > 1_000) insist()
    askedAt ||= Date.now()
  })

main().catch((error) => {
  const line = error instanceof Refusal ? error.message : (error.stack ?? String(error))
  void stop(1, line)
})
