import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { decodeBody, serveGitHttp } from '@sluice/git/http-backend'
import type { GitHubStandIn } from './stand-in-state.ts'

/** Git at `/acme/name.git`, for a token of the one repository that has not ended. */
export async function serveStandInGit(
  standIn: GitHubStandIn,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const [, organization, name = ''] = /^\/([^/]+)\/([^/]+)\.git\//.exec(url.pathname) ?? []
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const [username, token = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':')
  const repository = organization === standIn.organization ? standIn.repositories.get(name) : undefined
  const known = standIn.tokens.find((one) => one.token === token && one.expiresAt > new Date())
  const mayEnter = username === 'x-access-token' && known?.repositoryId === repository?.id
  if (repository === undefined || known === undefined || !mayEnter) {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end()
    return
  }
  standIn.gitTokens.push(token)
  const service = url.href.includes('git-receive-pack') ? 'git-receive-pack' : 'git-upload-pack'
  const encoding = request.headers['content-encoding']
  const body = decodeBody({ body: request, encoding, maxBytes: 100_000_000 })
  const { gitDir } = repository
  const served = serveGitHttp({
    repository: { gitDir },
    service,
    exchange: request.method === 'POST' ? { body } : null,
    protocol: String(request.headers['git-protocol'] ?? ''),
  })
  response.writeHead(200, served.headers)
  await pipeline(served.body, response)
}
