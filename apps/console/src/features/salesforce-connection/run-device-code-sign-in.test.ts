import { ProblemError } from '@sluice/contract/client'
import type { ProblemType } from '@sluice/contract/problems'
import type { AuthorizationResult, DeviceCodeInitiation } from '@sluice/contract/salesforce-sign-in'
import { expect, test } from 'vitest'
import type { DeviceCodeState } from './device-code-state.ts'
import { type DeviceCodeFlow, runDeviceCodeSignIn } from './run-device-code-sign-in.ts'

const initiation: DeviceCodeInitiation = {
  initiatedUtc: '2026-01-31T12:00:00.000Z',
  userCodeValidForSeconds: 100,
  deviceCode: 'code',
  recommendedPollingIntervalSeconds: 20,
  verificationUrl: 'https://login.salesforce.com/setup/connect',
  userCode: 'ABCD-EFGH',
}
const pending: AuthorizationResult = { status: 'Pending', tokenResponse: null, orgType: null, username: null }
const token = {
  encryptedToken: 'sealed',
  orgName: 'Acme',
  domain: 'acme.my.salesforce.com',
  username: 'alice@acme.example',
}
const completed: AuthorizationResult = {
  status: 'Completed',
  tokenResponse: token,
  orgType: 'Production',
  username: 'alice@acme.example',
}
const refuse = (type: ProblemType): Promise<never> =>
  Promise.reject(new ProblemError({ type, title: type, status: 400 }))

async function run(answers: (() => Promise<AuthorizationResult>)[], changes: Partial<DeviceCodeFlow> = {}) {
  const states: DeviceCodeState[] = []
  const waits: number[] = []
  let now = 0
  await runDeviceCodeSignIn({
    start: () => Promise.resolve(initiation),
    poll: () => (answers.shift() ?? (() => Promise.resolve(pending)))(),
    required: { orgType: 'Production', username: null },
    signal: new AbortController().signal,
    onState: (state) => states.push(state),
    wait: async (milliseconds) => {
      now += milliseconds
      waits.push(milliseconds)
    },
    now: () => now,
    ...changes,
  })
  return { kinds: states.map((state) => state.kind), waits, last: states.at(-1) }
}

test('[W-239][W-387] it polls until the sign-in is complete', async () => {
  const { kinds, last } = await run([async () => pending, async () => completed])
  expect([kinds, last]).toEqual([
    ['Initiating', 'AuthorizationPending', 'Authorized'],
    { kind: 'Authorized', token },
  ])
})
test('[W-240] it times out when the validity of the code has passed', async () => {
  const { kinds, waits } = await run([])
  expect([kinds.at(-1), waits.length]).toEqual(['AuthorizationTimeout', 5])
})
test('[W-241] a code that is gone counts as timed out', async () => {
  expect((await run([() => refuse('entityNotFound')])).last?.kind).toBe('AuthorizationTimeout')
})
test('[W-385] too many requests slow it down by half, up to a minute', async () => {
  const answers = [1, 2, 3, 4].map(() => () => refuse('tooManyRequests'))
  const { waits } = await run([...answers, async () => completed], {
    start: () => Promise.resolve({ ...initiation, userCodeValidForSeconds: 900 }),
  })
  expect(waits).toEqual([20_000, 30_000, 45_000, 60_000, 60_000])
})
test('[W-386] any other refusal ends it', async () => {
  expect((await run([() => refuse('sfdcInternalError')])).last?.kind).toBe('AuthorizationError')
})
test('[W-242] a sandbox where production is required is the wrong org', async () => {
  const { last } = await run([async () => ({ ...completed, orgType: 'Sandbox' })])
  expect(last?.kind).toBe('AuthorizationWrongOrgType')
})
test('[W-243] a username is compared without case', async () => {
  const required = { orgType: null, username: 'ALICE@acme.example' }
  expect((await run([async () => completed], { required })).last?.kind).toBe('Authorized')
})

test('[W-243] another username than the required one is the wrong one', async () => {
  const required = { orgType: null, username: 'bob@acme.example' }
  expect((await run([async () => completed], { required })).last?.kind).toBe('AuthorizationWrongUsername')
})
test.for([
  ['validationFailed', 'InitiationInvalidSignInUrl'],
  ['internalServerError', 'InitiationError'],
] as const)('a start refused with %s shows %s', async ([type, kind]) => {
  expect((await run([], { start: () => refuse(type) })).last?.kind).toBe(kind)
})
test('an aborted sign-in reports nothing more', async () => {
  const controller = new AbortController()
  const start = () => {
    controller.abort()
    return Promise.resolve(initiation)
  }
  expect((await run([async () => completed], { start, signal: controller.signal })).kinds).toEqual([
    'Initiating',
  ])
})
