import { performance } from 'node:perf_hooks'
import type { Database } from '../apps/server/src/platform/database/database.ts'
import { startProduct } from '../e2e/start-product.ts'
import { connectBrowser, openSlowLine } from './full-workspace/browsers.ts'
import { fillWorkspace, openDatabaseOf } from './full-workspace/fill.ts'
import { registerAndSignIn } from './real-data/product-client.ts'
import { account, signIn } from './pages/stack-at-work.ts'
import { sized } from './sized.ts'

/**
 * `npm run bench:full-workspace` fills the tables of a workspace and measures its first push, its lists, and a restart with many
 * browsers.
 */
const size = sized(
  { environments: 400, jobs: 100_000, undeployed: 200_000, auditEvents: 200_000 },
  { environments: 4, jobs: 20, undeployed: 40, auditEvents: 20 },
)
const browsers = sized(50, 3)
const rounds = sized(7, 1)
const bounds = { pushBytes: 2_000_000, pushMs: 500, reconnectMs: 10_000 }
const bitsPerSecond = 20_000_000

const say = (line: string) => process.stdout.write(`${line}\n`)
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const verdict = (value: number, bound: number) => (value <= bound ? 'kept' : 'BROKEN')
const judged = (value: number, bound: number, unit: string) =>
  `${Math.round(value)} ${unit} (at most ${bound}: ${verdict(value, bound)})`

async function timed(call: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    await call()
    took.push(performance.now() - began)
  }
  return median(took)
}

/** A person may have twenty connections at a time, so that more people are needed. */
async function signInColleagues(
  origin: string,
  at: { workspaceId: string; accessToken: string },
  database: Database,
): Promise<readonly { workspaceId: string; accessToken: string }[]> {
  const { workspaceId } = at
  const places = [at]
  for (let n = 1; n < Math.ceil(browsers / 15); n++) {
    const colleague = { ...account, emailAddress: `colleague-${n}@release.example` }
    const { calls } = await registerAndSignIn(origin, colleague)
    await database.asSystem(({ $client }) =>
      $client.query(
        `insert into member (id, workspace_id, user_id, access_level, status)
         select gen_random_uuid(), $1, id, 'Reader', 'Active' from app_user where email_address = $2`,
        [workspaceId, colleague.emailAddress],
      ),
    )
    const body = { username: colleague.emailAddress, password: colleague.password }
    places.push({ workspaceId, accessToken: (await calls.users.login({ body })).accessToken })
  }
  await database.close()
  return places
}

const product = await startProduct({ settings: { SLUICE_RATE_LIMIT_FACTOR: '0' } })
try {
  const client = await registerAndSignIn(product.origin, account)
  const names = { companyName: 'Bench', firstName: 'Rhea', lastName: 'Data', phoneNumber: '+1 555' }
  const { id: workspaceId } = await client.calls.workspaces.create({ body: { name: 'Bench', ...names } })
  const database = openDatabaseOf(product.dataDir)
  await fillWorkspace(database, workspaceId, size)
  await database.close()
  const at = { workspaceId, accessToken: (await signIn(client)).accessToken }

  const pushes = []
  for (let round = 0; round < rounds; round++) {
    const push = await connectBrowser(product.origin, at)
    push.close()
    pushes.push(push)
  }
  const [first] = pushes
  const took = pushes.map(({ milliseconds }) => milliseconds)
  say(
    `first push: ${judged(first?.bytes ?? 0, bounds.pushBytes, 'bytes')}, median ${judged(median(took), bounds.pushMs, 'ms')}, rounds ${took.map(Math.round).join(', ')}`,
  )
  for (const [type, bytes] of first?.bytesOfMessages ?? []) say(`  ${type} ${bytes}`)

  const line = await openSlowLine(product.origin, bitsPerSecond)
  const places = await signInColleagues(product.origin, at, openDatabaseOf(product.dataDir))
  const together = await Promise.all(
    Array.from({ length: browsers }, (_, n) => connectBrowser(line.origin, places[n % places.length] ?? at)),
  )
  for (const one of together) one.close()
  line.close()
  const last = Math.max(...together.map(({ milliseconds }) => milliseconds))
  say(
    `${browsers} browsers at once on one line of 20 Mbit/s: the last one up after ${judged(last, bounds.reconnectMs, 'ms')}`,
  )

  const [stack] = await client.stacks(workspaceId)
  const environment = stack?.environments[0]
  if (!stack || !environment) throw new Error('The workspace has no stack.')
  const inEnvironment = { workspaceId, stackId: stack.id, environmentId: environment.id }
  const page = () => client.calls.environments.listUndeployedComponents({ params: inEnvironment, query: {} })
  say(`a page of undeployed components: ${Math.round(await timed(page))} ms`)
  const audit = () => client.calls.auditLog.list({ params: { workspaceId }, query: {} })
  say(`a page of the audit log: ${Math.round(await timed(audit))} ms`)
  const verify = () => client.calls.auditLog.verify({ params: { workspaceId } })
  say(`integrity of the audit log: ${Math.round(await timed(verify))} ms`)
} finally {
  await product.stop()
}
