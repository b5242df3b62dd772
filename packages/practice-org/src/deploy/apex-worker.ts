import { parentPort } from 'node:worker_threads'
import { parseApex } from './apex-syntax.ts'
import type { ApexKind } from './apex-syntax.ts'

/**
 * One source to check; answered with the same number and `problem`, undefined when the source
 * is sound.
 */
export interface ApexJob {
  number: number
  type: ApexKind
  fullName: string
  source: string
}

parentPort?.on('message', (job: ApexJob) => {
  const problem = parseApex(job.type, job.fullName, job.source)
  parentPort?.postMessage({ number: job.number, problem }, [])
})
