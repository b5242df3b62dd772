import { api } from '@sluice/contract/api'
import type { ProblemError } from '@sluice/contract/client'
import { problems } from '@sluice/contract/problems'
import type { Route } from '@sluice/contract/route'
import type { ReceivedRequest } from './answers.ts'

type Call = Pick<ReceivedRequest, 'group' | 'operation'>

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

/** Why the server never refuses a call with this problem: it takes type, title and status from the table of the contract. */
export function faultsOfProblem({ problem }: ProblemError, call: Call): string[] {
  const known = Object.entries(problems).find(([type]) => type === problem.type)?.[1]
  if (known === undefined)
    return [`The server has no problem ${problem.type}, which answers ${nameOf(call)}.`]
  const isOtherTitle = problem.title !== known.title
  const isOtherStatus =
    problem.status !== known.status && !(problem.type === 'userNotAuthorized' && problem.status === 401)
  return isOtherTitle || isOtherStatus
    ? [
        `The server gives ${problem.type} the title "${known.title}" and the status ${known.status} (${nameOf(call)}).`,
      ]
    : []
}
