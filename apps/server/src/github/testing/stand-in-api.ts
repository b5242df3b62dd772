import { randomBytes } from 'node:crypto'
import { importSPKI, jwtVerify } from 'jose'
import {
  installationAnswer,
  invitationAnswer,
  personAnswer,
  type Refusal,
  repositoryAnswer,
  type StandInRepository,
  tokenAnswer,
  userAnswer,
} from './stand-in-answers.ts'
import type { Answer, GitHubStandIn } from './stand-in-state.ts'

interface Request {
  /** Method and path. */
  readonly name: string
  readonly body: unknown
  readonly authorization: string
}

type Call = Request & { readonly standIn: GitHubStandIn; readonly words: readonly string[] }

const ok = (body: unknown, status = 200): Answer => ({ status, body })
const refused = (status: number, refusal: Refusal): Answer => ({ status, body: refusal })
const notFound = refused(404, { message: 'Not Found' })
const badCredentials = refused(401, { message: 'Bad credentials' })
const nothing: Answer = { status: 204, body: null }

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined

/** Requests of the app itself, which signs them. */
const ofApp: readonly [RegExp, (call: Call) => Answer][] = [
  [/^GET \/orgs\/([^/]+)\/installation$/, ({ standIn }) => ok(installationAnswer(standIn.installationId))],
  [/^POST \/app\/installations\/(\d+)\/access_tokens$/, issueToken],
]

/** Requests with a token of the installation. */
const ofInstallation: readonly [RegExp, (call: Call) => Answer | Promise<Answer>][] = [
  [/^POST \/orgs\/([^/]+)\/repos$/, createRepository],
  [
    /^GET \/users\/([^/]+)$/,
    ({ standIn, words: [wanted = ''] }) => {
      const login = standIn.users.find((user) => user.toLowerCase() === wanted.toLowerCase())
      return login === undefined ? notFound : ok(userAnswer(login))
    },
  ],
  [
    /^GET \/repos\/[^/]+\/([^/]+)$/,
    inRepository((found, { standIn }) => ok(repositoryAnswer(found, standIn.organization))),
  ],
  [
    /^DELETE \/repos\/[^/]+\/([^/]+)$/,
    inRepository((found, { standIn }) => {
      standIn.repositories.delete(found.name)
      return nothing
    }),
  ],
  [
    /^GET \/repos\/[^/]+\/([^/]+)\/collaborators$/,
    inRepository(({ people }) => ok(people.map(personAnswer))),
  ],
  [
    /^GET \/repos\/[^/]+\/([^/]+)\/invitations$/,
    inRepository(({ invitations }) => ok(invitations.map(invitationAnswer))),
  ],
  [/^PUT \/repos\/[^/]+\/([^/]+)\/collaborators\/([^/]+)$/, inRepository(invite)],
  [
    /^DELETE \/repos\/[^/]+\/([^/]+)\/collaborators\/([^/]+)$/,
    inRepository(({ people }, { words: [, login] }) => {
      const index = people.findIndex((person) => person.login.toLowerCase() === login?.toLowerCase())
      if (index !== -1) people.splice(index, 1)
      return nothing
    }),
  ],
  [
    /^DELETE \/repos\/[^/]+\/([^/]+)\/invitations\/(\d+)$/,
    inRepository((found, { words: [, id] }) => {
      found.invitations = found.invitations.filter((one) => String(one.id) !== id)
      return nothing
    }),
  ],
]

/** Answers as GitHub does: first who asks, then what for. */
export async function answerRequest(standIn: GitHubStandIn, request: Request): Promise<Answer> {
  for (const [pattern, act] of ofApp) {
    const match = pattern.exec(request.name)
    if (match === null) continue
    if (!(await isOfApp(standIn, request.authorization))) return badCredentials
    return act({ ...request, standIn, words: match.slice(1) })
  }
  if (!isOfInstallation(standIn, request.authorization)) return badCredentials
  for (const [pattern, act] of ofInstallation) {
    const match = pattern.exec(request.name)
    if (match !== null) return await act({ ...request, standIn, words: match.slice(1) })
  }
  return notFound
}

async function isOfApp({ publicKey }: GitHubStandIn, authorization: string): Promise<boolean> {
  const jwt = authorization.replace(/^bearer /i, '')
  try {
    await jwtVerify(jwt, await importSPKI(publicKey, 'RS256'), { issuer: '42' })
    return true
  } catch {
    return false
  }
}

function isOfInstallation({ tokens }: GitHubStandIn, authorization: string): boolean {
  const given = authorization.replace(/^(token|bearer) /i, '')
  const known = tokens.find(({ token }) => token === given)
  return known !== undefined && known.repositoryId === null && known.expiresAt > new Date()
}

function issueToken({ standIn, body }: Call): Answer {
  const token = `ghs_${randomBytes(18).toString('hex')}`
  const expiresAt = new Date(Date.now() + standIn.tokenSeconds * 1_000)
  const ids = fieldOf(body, 'repository_ids')
  const repositoryId = Array.isArray(ids) ? Number(ids[0]) : null
  standIn.tokens.push({ token, expiresAt, repositoryId })
  return ok(tokenAnswer(token, expiresAt), 201)
}

async function createRepository({ standIn, body }: Call): Promise<Answer> {
  const name = String(fieldOf(body, 'name'))
  if (fieldOf(body, 'private') !== true) return refused(422, { message: 'Only private ones in this test.' })
  if (standIn.repositories.has(name)) {
    const message = 'name already exists on this account'
    const errors = [{ resource: 'Repository', code: 'custom', message }]
    return refused(422, { message: 'Repository creation failed.', errors })
  }
  const made = await standIn.addRepository(name, String(fieldOf(body, 'description')))
  return ok(repositoryAnswer(made, standIn.organization), 201)
}

function inRepository(act: (repository: StandInRepository, call: Call) => Answer) {
  return (call: Call): Answer => {
    const found = call.standIn.repositories.get(call.words[0] ?? '')
    return found === undefined ? notFound : act(found, call)
  }
}

function invite(found: StandInRepository, { body, words: [, login = ''] }: Call): Answer {
  const canPush = fieldOf(body, 'permission') === 'push'
  found.invitations = found.invitations.filter((one) => one.login !== login)
  const invitation = { id: found.invitations.length + 1, login, canPush, isExpired: false }
  found.invitations.push(invitation)
  return ok(invitationAnswer(invitation), 201)
}
