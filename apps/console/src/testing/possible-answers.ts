import { api } from '@sluice/contract/api'
import type { ProblemError } from '@sluice/contract/client'
import { problems, type ProblemType } from '@sluice/contract/problems'
import type { Route } from '@sluice/contract/route'
import type { ReceivedRequest } from './answers.ts'

type Call = Pick<ReceivedRequest, 'group' | 'operation'>

/** Whether the call changes what the hub announces; what it starts beside that, such as a sign-in at Salesforce, is no entity. */
export const isChange = ({ group, operation }: Call): boolean => {
  const rate = groups[group]?.[operation]?.rate
  return rate === 'write' || rate === 'jobs'
}

const groups: Readonly<Record<string, Readonly<Record<string, Route>>>> = api
const nameOf = ({ group, operation }: Call) => `${group}.${operation}`

/** Why the server never answers the call with this body. */
export function faultsOfReply(reply: unknown, call: Call): string[] {
  const route = groups[call.group]?.[call.operation]
  if (route?.response === undefined) return []
  const read = route.response.safeParse(reply)
  if (read.success) return []
  return read.error.issues.map(
    ({ path, message }) => `The server never answers ${nameOf(call)} so: ${path.join('.')}: ${message}`,
  )
}

/** The problems that the server answers to any call, whatever its route declares. */
const ofEveryCall: readonly ProblemType[] = [
  'internalServerError',
  'invalidRequestData',
  'tooManyRequests',
  'userNotAuthorized',
]

/** Problems for which the specification gives the console a sentence, although this server never answers them. */
const onlySpecified: Readonly<Record<string, readonly ProblemType[]>> = {
  'users.login': ['identityAccountRequiresTwoFactor'],
  'workspaces.create': ['entityNotFound', 'workspaceAlreadyClaimed'],
}

/** The problems of a call: those of its route, and those that the server finds by the route's address, query and body. */
const problemsOf = (route: Route): readonly string[] => [
  ...route.problems,
  ...ofEveryCall,
  ...(/:\w+Id\b/.test(route.path) ? ['entityIdInvalid', 'entityNotFound'] : []),
  ...(route.query || route.body ? ['validationFailed'] : []),
]

/**
 * Why the server never refuses a call with this problem: its route declares the type, and title and status are those of the table
 * of the contract.
 */
export function faultsOfProblem({ problem }: ProblemError, call: Call): string[] {
  const known = Object.entries(problems).find(([type]) => type === problem.type)?.[1]
  const route = groups[call.group]?.[call.operation]
  if (known === undefined || route === undefined)
    return [`The server has no problem ${problem.type}, which answers ${nameOf(call)}.`]
  const possible = [...problemsOf(route), ...(onlySpecified[nameOf(call)] ?? [])]
  if (!possible.includes(problem.type))
    return [
      `The server never answers ${nameOf(call)} with ${problem.type}, which the route does not declare.`,
    ]
  const isOtherTitle = problem.title !== known.title
  const isOtherStatus =
    problem.status !== known.status && !(problem.type === 'userNotAuthorized' && problem.status === 401)
  return isOtherTitle || isOtherStatus
    ? [
        `The server gives ${problem.type} the title "${known.title}" and the status ${known.status} (${nameOf(call)}).`,
      ]
    : []
}
