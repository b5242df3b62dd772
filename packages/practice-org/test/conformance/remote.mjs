// The protocol checks against a running org, a real one or a practice org.
// Usage: REMOTE_ORG=https://… REMOTE_ORG_TOKEN=… [REMOTE_ORG_WRITES=yes] node run.mjs
import { protocolChecks } from './protocol.mjs'
import { RemoteOrg } from './remote-org.mjs'

const { REMOTE_ORG, REMOTE_ORG_TOKEN, REMOTE_ORG_WRITES } = process.env
if (REMOTE_ORG && REMOTE_ORG_TOKEN)
  process.exitCode = await judgeRemoteOrg({
    origin: REMOTE_ORG,
    token: REMOTE_ORG_TOKEN,
    mayWrite: REMOTE_ORG_WRITES === 'yes',
  })
else {
  console.log('REMOTE_ORG (address of the instance) and REMOTE_ORG_TOKEN (an access token) are needed')
  process.exitCode = 2
}

/** Runs the checks against one org; answers the exit code. `mayWrite` lets those run that deploy. */
async function judgeRemoteOrg({ origin, token, mayWrite }) {
  const org = new RemoteOrg(origin, token)
  const user = await org
    .call('/services/oauth2/userinfo')
    .catch((error) => ({ status: 0, text: String(error.cause ?? error) }))
  if (user.status !== 200) {
    console.log(`${org.origin} does not take this token (status ${user.status}): ${user.text.slice(0, 200)}`)
    return 2
  }
  console.log(`${org.origin} as ${user.json.preferred_username}, org ${user.json.organization_id}`)
  const failed = []
  const checks = protocolChecks.filter(({ writes }) => mayWrite || writes !== true)
  for (const { name, run } of checks) {
    const error = await run(org).then(
      () => undefined,
      (reason) => reason,
    )
    if (error) failed.push(name)
    console.log(error ? `FAILED: ${name}\n  ${error.message}` : `passed: ${name}`)
  }
  console.log(`${checks.length - failed.length} passed, ${failed.length} failed`)
  return failed.length > 0 ? 1 : 0
}
