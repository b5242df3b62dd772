import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { root } from '../../e2e/start-product.ts'

/** Two of the people that every practice org has; one connects the product, the other changes the org. */
export const people = {
  first: { name: 'Mara Lindqvist', username: 'mara.lindqvist@northbeam.example' },
  second: { name: 'Tomas Okafor', username: 'tomas.okafor@northbeam.example' },
}

export interface RunningOrg {
  origin: string
  pid: number
  stop(): Promise<void>
}

/** Starts a practice org of its own, on a free port, with the built program. */
export async function startPracticeOrg(options: { dataDir: string; seed: string }): Promise<RunningOrg> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const script = join(root, 'packages/practice-org/dist/main.js')
  const child = spawn(
    process.execPath,
    [script, `--port=${port}`, `--data=${options.dataDir}`, `--seed=${options.seed}`],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  await answers(`${origin}/services/data`, () => child.exitCode !== null)
  return {
    origin,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function answers(url: string, hasEnded: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 1_200 && !hasEnded(); attempt++) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok === true) return
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
  throw new Error(`${url} does not answer`)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Approves a device code as one of the people, without a browser. */
export async function approveDeviceCode(origin: string, userCode: string, username: string): Promise<void> {
  const answer = await fetch(`${origin}/admin/approve-device`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userCode, user: username }),
  })
  if (!answer.ok) throw new Error(`the approval was refused (${answer.status})`)
}

/** Everything that the first org holds, by the practice org's own account: type and full name. */
export async function componentsOf(origin: string): Promise<{ type: string; fullName: string }[]> {
  const orgs: { id: string }[] = await (await fetch(`${origin}/admin/orgs`)).json()
  return (await fetch(`${origin}/admin/orgs/${orgs[0]?.id ?? ''}/components`)).json()
}
