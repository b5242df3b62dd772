// The protocol checks against a running org, a real one or a practice org.
// Usage: REMOTE_ORG=https://… REMOTE_ORG_TOKEN=… [REMOTE_ORG_WRITES=yes] node run.mjs
import { judgeRemoteOrg } from './protocol.mjs'

const { REMOTE_ORG: origin, REMOTE_ORG_TOKEN: token, REMOTE_ORG_WRITES: writes } = process.env
if (!origin || !token) {
  console.log('REMOTE_ORG (address of the instance) and REMOTE_ORG_TOKEN (an access token) are needed')
  process.exitCode = 2
} else process.exitCode = await judgeRemoteOrg({ origin, token, mayWrite: writes === 'yes' })
