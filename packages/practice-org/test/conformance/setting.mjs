// What every line of the checklist needs: a practice org, a client with a home of its own, a project.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { commandLines, root } from './clients.mjs'

/** A free port; the practice org could pick one itself, but the https port has to be known beforehand. */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** The built practice org in a folder of its own, so that a build meanwhile does not change what is judged. */
const built = join(root, '.cache/conformance', `practice-org-${process.pid}`)
for (const part of ['dist', 'data', 'seed', 'assets', 'package.json'])
  cpSync(join(root, 'packages/practice-org', part), join(built, part), { recursive: true })
const children = new Set()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(built, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** Starts a practice org with the bundled company. */
export async function startPracticeOrg(folder, extra = []) {
  const port = await freePort()
  const main = join(built, 'dist/main.js')
  const child = spawn(
    process.execPath,
    [main, '--port', String(port), '--data', join(folder, 'org'), ...extra],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  children.add(child)
  child.once('exit', () => children.delete(child))
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve)
    child.once('exit', (code) => reject(new Error(`the practice org ended with ${code}`)))
  })
  return {
    origin: `http://localhost:${port}`,
    port,
    stop: () => new Promise((resolve) => child.once('exit', resolve) && child.kill('SIGTERM')),
  }
}

/** Everything a line may use. */
export class Setting {
  /** `letter` says which command-line client this is for. */
  constructor(origin, folder, letter) {
    this.origin = origin
    this.letter = letter
    this.folder = folder
    this.home = join(folder, 'home')
    this.project = join(folder, 'project')
    mkdirSync(this.home, { recursive: true })
    this.file(
      'sfdx-project.json',
      JSON.stringify({
        packageDirectories: [{ path: 'force-app', default: true }],
        sourceApiVersion: '68.0',
      }),
    )
    mkdirSync(join(this.project, 'force-app'), { recursive: true })
  }

  get env() {
    const env = {
      ...process.env,
      HOME: this.home,
      NO_COLOR: '1',
      SF_DISABLE_TELEMETRY: 'true',
      SF_AUTOUPDATE_DISABLE: 'true',
    }
    Object.assign(env, {
      SF_SKIP_NEW_VERSION_CHECK: 'true',
      SF_USE_GENERIC_UNIX_KEYCHAIN: 'true',
      SF_USE_PROGRESS_BAR: 'false',
    })
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY', 'all_proxy'])
      delete env[name]
    return env
  }

  /** Runs the CLI; with --json the result is parsed. */
  sf(command, options = {}) {
    const args = Array.isArray(command) ? command : command.split(' ')
    const { node, cli } = commandLines[options.letter ?? this.letter]
    return this.run(node, [cli, ...args, ...(options.plain ? [] : ['--json'])], options)
  }

  run(program, args, options = {}) {
    return new Promise((resolve) => {
      const child = spawn(program, args, {
        cwd: options.cwd ?? this.project,
        env: { ...this.env, ...options.env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let stdout = ''
      let stderr = ''
      child.stdout.on('data', (chunk) => {
        stdout += chunk
        options.onOutput?.(stdout)
      })
      child.stderr.on('data', (chunk) => (stderr += chunk))
      const timer = setTimeout(() => child.kill('SIGKILL'), options.timeoutMs ?? 600_000)
      child.once('close', (code) => {
        clearTimeout(timer)
        let json
        try {
          json = JSON.parse(stdout)
        } catch {
          json = undefined
        }
        resolve({ code, stdout, stderr, json })
      })
    })
  }

  /** Writes a file of the project. */
  file(path, text) {
    const full = join(this.project, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, text)
    return full
  }

  read(path) {
    return readFileSync(join(this.project, path), 'utf8')
  }

  exists(path) {
    return existsSync(join(this.project, path))
  }

  async admin(method, path, body) {
    const response = await fetch(this.origin + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return text === '' ? undefined : JSON.parse(text)
  }

  /** Signs the client in to the bundled production org as `prod`. */
  async signIn() {
    const { accessToken } = await this.session()
    return this.sf(['org', 'login', 'access-token', '-r', this.origin, '--no-prompt', '-a', 'prod', '-s'], {
      env: { SF_ACCESS_TOKEN: accessToken },
    })
  }

  /** Signs the client in to any org, straight or through a recorder. */
  async signInTo(org, alias, origin = this.origin) {
    const { accessToken } = await this.session({ org: org.id })
    return this.sf(['org', 'login', 'access-token', '-r', origin, '--no-prompt', '-a', alias], {
      env: { SF_ACCESS_TOKEN: accessToken },
    })
  }

  async session(body = {}) {
    return this.admin('POST', '/admin/sessions', body)
  }

  /** Waits until something holds, for at most five minutes: a busy machine is slow, not wrong. */
  async until(holds) {
    for (let attempt = 0; attempt < 3_000; attempt++) {
      if (await holds()) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`what was waited for did not come: ${holds}`)
  }

  /** How a deployment stands, asked without any client. */
  async deployStatus(id) {
    const { accessToken } = await this.session()
    const response = await fetch(`${this.origin}/services/data/v68.0/metadata/deployRequest/${id}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    return (await response.json()).deployResult.status
  }

  /** A tracked sandbox with an alias of its name, made over REST because other lines try the CLI's own way. */
  async sandbox(name) {
    const session = await this.session()
    const headers = { authorization: `Bearer ${session.accessToken}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ SandboxName: name, LicenseType: 'Developer' })
    await fetch(`${this.origin}/services/data/v68.0/tooling/sobjects/SandboxInfo`, {
      method: 'POST',
      headers,
      body,
    })
    let org
    for (let attempt = 0; attempt < 3_000 && !org; attempt++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      org = (await this.admin('GET', '/admin/orgs')).find((entry) => entry.sandboxName === name)
    }
    await this.signInTo(org, name)
    return org
  }

  /** A class with its description, in source format. */
  apexClass(name, source, folder = 'force-app') {
    this.file(`${folder}/classes/${name}.cls`, source)
    this.file(
      `${folder}/classes/${name}.cls-meta.xml`,
      '<?xml version="1.0" encoding="UTF-8"?>\n<ApexClass xmlns="http://soap.sforce.com/2006/04/metadata">\n    <apiVersion>66.0</apiVersion>\n    <status>Active</status>\n</ApexClass>\n',
    )
  }

  clearProject() {
    rmSync(join(this.project, 'force-app'), { recursive: true, force: true })
    mkdirSync(join(this.project, 'force-app'), { recursive: true })
  }
}

export function temporaryFolder() {
  return mkdtempSync(join(tmpdir(), 'practice-org-conformance-'))
}

/** Fails a line with what was really answered. */
export function check(condition, what, got) {
  if (!condition) throw new Error(`${what}${got === undefined ? '' : `; got ${describe(got)}`}`)
}

function describe(got) {
  if (got && typeof got === 'object' && 'code' in got && 'stdout' in got)
    return `exit ${got.code}: ${(got.json ? JSON.stringify(got.json) : got.stdout).slice(0, 900)} ${got.stderr.slice(0, 300)}`
  return JSON.stringify(got)?.slice(0, 900)
}

/** Checks the exit code and returns the parsed result. */
export function exits(result, code, what) {
  check(result.code === code, `${what}: expected exit ${code}`, result)
  return result.json?.result
}
