import { SalesforceError } from '../errors.ts'
import { childFlag, childrenOf, childText, type XmlElement } from '../soap/xml.ts'
import { readFileProperties, type FileProperties } from './file-properties.ts'

/** A remark about one file or member, such as a member that does not exist. */
export interface RetrieveMessage {
  fileName: string
  problem: string
}

export interface RetrieveResult {
  done: boolean
  status: 'Pending' | 'InProgress' | 'Succeeded' | 'Failed'
  success: boolean
  fileProperties: FileProperties[]
  messages: RetrieveMessage[]
  errorMessage: string | null
  /** `LIMIT_EXCEEDED` when the request named more than 10,000 files. */
  errorStatusCode: string | null
}

/** Reads the answer of checkRetrieveStatus. @throws SalesforceError `badResponse` for a status nobody knows */
export function readRetrieveResult(result: XmlElement): RetrieveResult {
  return {
    done: childFlag(result, 'done'),
    status: statusOf(childText(result, 'status')),
    success: childFlag(result, 'success'),
    fileProperties: childrenOf(result, 'fileProperties').map((properties) => readFileProperties(properties)),
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
