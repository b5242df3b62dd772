import { SalesforceError } from '../errors.ts'
import type { ElementSink } from '../soap/xml-reader.ts'
import { childFlag, childrenOf, childText, type XmlElement } from '../soap/xml.ts'

/** A remark about one file or member, such as a member that does not exist. */
export interface RetrieveMessage {
  fileName: string
  problem: string
}

export interface RetrieveResult {
  done: boolean
  status: 'Pending' | 'InProgress' | 'Succeeded' | 'Failed'
  success: boolean
  messages: RetrieveMessage[]
  errorMessage: string | null
  /** `LIMIT_EXCEEDED` when the request named more than 10,000 files. */
  errorStatusCode: string | null
}

/** A component by type and name, as a manifest writes them. */
export interface NamedComponent {
  type: string
  fullName: string
}

/**
 * The component that Salesforce says it does not have; null for every other remark. The text is the service's own and
 * the only proof that a component is gone: what the user may not see is missing from lists as well.
 */
export function componentNotFound({ problem }: RetrieveMessage): NamedComponent | null {
  const [, type, fullName] = /^Entity of type '([^']+)' named '(.+)' cannot be found$/s.exec(problem) ?? []
  return type === undefined || fullName === undefined ? null : { type, fullName }
}

/** The answer says of every file what the archive and the list of its type say as well; thousands of elements. */
export const filesPassedOver: ElementSink = { element: 'fileProperties', take: () => undefined }

/** Reads the answer of checkRetrieveStatus. @throws SalesforceError `badResponse` for a status nobody knows */
export function readRetrieveResult(result: XmlElement): RetrieveResult {
  return {
    done: childFlag(result, 'done'),
    status: statusOf(childText(result, 'status')),
    success: childFlag(result, 'success'),
    messages: childrenOf(result, 'messages').map((message) => ({
      fileName: childText(message, 'fileName') ?? '',
      problem: childText(message, 'problem') ?? '',
    })),
    errorMessage: childText(result, 'errorMessage'),
    errorStatusCode: childText(result, 'errorStatusCode'),
  }
}

const statuses: readonly RetrieveResult['status'][] = ['Pending', 'InProgress', 'Succeeded', 'Failed']

function statusOf(text: string | null): RetrieveResult['status'] {
  const status = statuses.find((known) => known === text)
  if (status !== undefined) return status
  throw new SalesforceError('badResponse', 'Salesforce answered with an unknown retrieve status.', {
    retryable: true,
  })
}
