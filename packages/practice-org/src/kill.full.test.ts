import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manifest, zipOf } from './testing/client.ts'

const script = fileURLToPath(new URL('main.ts', import.meta.url))
const names = Array.from({ length: 80 }, (_, index) => `Label_${index}`)

let dataDir: string
let child: ChildProcess
let origin: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'practice-kill-'))
  await start()
})
afterEach(async () => {
  await kill('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

/** The program as people start it, in a process that can be killed. */
async function start(): Promise<void> {
  const args = ['--import', 'tsx', script, '--port=0', `--data=${dataDir}`, '--seed=empty']
  child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  while (!text.includes('\n') && child.stdout) text += String((await once(child.stdout, 'data'))[0])
  const told: { listening: string } = JSON.parse(text)
  origin = told.listening
}

async function kill(signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** A deployment of eighty tabs, one file each, told apart by the word in them. */
function archive(word: string): string {
  const tab = `<CustomTab xmlns="http://soap.sforce.com/2006/04/metadata"><label>${word}</label><motif>Custom53: Bell</motif><url>https://${word}.example</url></CustomTab>`
  const files = Object.fromEntries(names.map((name) => [`tabs/${name}.tab`, tab]))
  return Buffer.from(zipOf({ 'package.xml': manifest({ CustomTab: ['*'] }), ...files })).toString('base64')
}

async function post(path: string, body: string, type = 'application/json'): Promise<string> {
  const headers = { 'content-type': type, soapaction: '""' }
  return (await fetch(origin + path, { method: 'POST', headers, body })).text()
}

async function deploy(word: string): Promise<string> {
  const session: { accessToken: string } = JSON.parse(await post('/admin/sessions', '{}'))
  return post(
    '/services/Soap/m/68.0',
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns="http://soap.sforce.com/2006/04/metadata"><e:Header><SessionHeader><sessionId>${session.accessToken}</sessionId></SessionHeader></e:Header><e:Body><deploy><ZipFile>${archive(word)}</ZipFile><DeployOptions><rollbackOnError>true</rollbackOnError><singlePackage>true</singlePackage></DeployOptions></deploy></e:Body></e:Envelope>`,
    'text/xml',
  )
}

/** Which word the tabs show; one and the same when the org is whole. */
async function words(): Promise<string[]> {
  const [org]: { id: string }[] = await (await fetch(`${origin}/admin/orgs`)).json()
  const found = names.map(async (name) => {
    const answer = await fetch(`${origin}/admin/orgs/${org?.id}/components?type=CustomTab&name=${name}`)
    return /https:\/\/(\w+)\.example/.exec(await answer.text())?.[1] ?? 'none'
  })
  return [...new Set(await Promise.all(found))]
}

async function journal(): Promise<string[]> {
  const entries: { kind: string; id: string }[] = await (await fetch(`${origin}/admin/journal`)).json()
  return entries.map(({ kind, id }) => `${kind} ${id}`)
}

/** Waits until the deployments that were under way are over. */
async function settled(): Promise<void> {
  await expect
    .poll(
      async () => {
        const told = await journal()
        return (
          told.filter((entry) => entry.startsWith('deployAccepted ')).length ===
          told.filter((entry) => entry.startsWith('deploy ')).length
        )
      },
      { timeout: 60_000 },
    )
    .toBe(true)
}

/** How the folder tells that nothing is half done: no staged change, whole lines in the index. */
async function expectTidy(): Promise<void> {
  const [orgId = ''] = await readdir(join(dataDir, 'orgs'))
  const folder = join(dataDir, 'orgs', orgId)
  expect(await readdir(folder)).not.toContain('staging')
  const index = await readFile(join(folder, 'components.jsonl'), 'utf8')
  const told = index.trimEnd().split('\n')
  expect(new Set(told.map((line) => JSON.parse(line).fullName))).toEqual(new Set(names))
}

test('a deployment through which the process is killed happens once and as a whole', async () => {
  await deploy('first')
  await settled()
  for (const milliseconds of [15, 60, 150]) {
    const word = `after${milliseconds}`
    const reply = deploy(word).catch(() => 'lost')
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    await kill('SIGKILL')
    const wasAccepted = (await reply).includes('<id>0Af')
    await start()
    await settled()
    const now = await words()
    expect(now).toEqual([wasAccepted ? word : now[0]])
    expect(new Set(await journal()).size).toBe((await journal()).length)
    await expectTidy()
  }
})

test('a deployment that was kept but not told of before the kill is told of afterwards', async () => {
  await deploy('known')
  await settled()
  await kill('SIGKILL')
  const [orgId = ''] = await readdir(join(dataDir, 'orgs'))
  const folder = join(dataDir, 'orgs', orgId, 'deploys')
  const name = (await readdir(folder)).find((file) => /^0Af\w+\.json$/.test(file)) ?? ''
  const id = '0Af00000000KEPTAAA'
  const kept = { ...JSON.parse(await readFile(join(folder, name), 'utf8')), id, status: 'Pending' }
  await writeFile(join(folder, `${id}.json`), JSON.stringify(kept))
  await start()
  await expect.poll(journal).toContain(`deployAccepted ${id}`)
})
