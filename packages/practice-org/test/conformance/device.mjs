import { folderOf, node22 } from './clients.mjs'
import { scriptOf } from './libraries.mjs'
import { check, exits } from './setting.mjs'

/** Line 6: two clients that still have the device flow, then what a poll is told in each case. */
export async function deviceFlow(s) {
  await s.admin('PATCH', '/admin/settings', { pollIntervalSeconds: 1 })
  const login = ['org', 'login', 'device', '-r', s.origin, '-a', 'device']
  const cli = await approving(s, (onOutput) => s.sf(login, { letter: 'device', plain: true, onOutput }))
  exits(cli, 0, 'CLI 2.52.4')
  const script = [scriptOf('device-core.mjs'), s.origin, folderOf('current')]
  const core = await approving(s, (onOutput) => s.run(node22, script, { onOutput }))
  exits(core, 0, 'core 9')
  check(core.stdout.includes('user tomas.okafor@northbeam.example'), 'the user who approved', core)
  await s.admin('PATCH', '/admin/settings', { pollIntervalSeconds: 5 })
  await answersOfPolls(s)
}

/** Runs a client and approves on our page, as a person would, once the client shows its code. */
async function approving(s, start) {
  let isApproved = false
  return start((output) => {
    const code = /\b([BCDFGHJKLMNPQRSTVWXZ2-9]{8})\b/.exec(output)?.[1]
    if (code === undefined || isApproved) return
    isApproved = true
    void approveOnPage(s, code)
  })
}

async function approveOnPage(s, userCode) {
  const { id, users } = await s.admin('GET', '/admin/orgs/Northbeam%20Lighting')
  const user = users.find(({ username }) => username.startsWith('tomas.'))
  const form = { user_code: userCode, org: id, user: user.id, decision: 'approve' }
  await fetch(`${s.origin}/setup/connect`, { method: 'POST', body: new URLSearchParams(form) })
}

async function answersOfPolls(s) {
  const token = async (form) =>
    (await fetch(`${s.origin}/services/oauth2/token`, { method: 'POST', body: form })).json()
  const begin = () => {
    const form = new FormData()
    form.set('client_id', 'PlatformCLI')
    form.set('response_type', 'device_code')
    form.set('scope', 'refresh_token web api')
    return token(form)
  }
  const poll = (code) => token(new URLSearchParams({ client_id: 'PlatformCLI', grant_type: 'device', code }))
  const first = await begin()
  check((await poll(first.device_code)).error === 'authorization_pending', 'pending')
  check((await poll(first.device_code)).error === 'slow_down', 'slow down')
  await s.admin('POST', '/admin/approve-device', { userCode: first.user_code })
  check(typeof (await poll(first.device_code)).refresh_token === 'string', 'token')
  check((await poll(first.device_code)).error === 'invalid_request', 'used up')
  const second = await begin()
  await s.admin('POST', '/admin/approve-device', { userCode: second.user_code, deny: true })
  check((await poll(second.device_code)).error === 'access_denied', 'denied')
  check((await poll('nothing')).error === 'invalid_request', 'unknown')
  const third = await begin()
  await s.admin('PATCH', '/admin/settings', { expireDeviceCodes: true })
  check((await poll(third.device_code)).error === 'invalid_request', 'expired')
}
