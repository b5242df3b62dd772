import { readFile } from 'node:fs/promises'
import { defaultOptions } from '../deploy/deploy-result.ts'
import type { DeployMessage, Deployment } from '../deploy/deploy-result.ts'
import { failure, success } from '../deploy/messages.ts'
import { noTests } from '../apex-tests/test-result.ts'
import { idOfName } from '../ids.ts'
import type { Org } from '../org.ts'
import { mainFileOf } from '../retrieve/file-properties.ts'

/** A deployment that a seed tells of: by a change set when it has a name, by a client otherwise. */
interface PastDeployment {
  /** ISO text in UTC. */
  on: string
  /** First and last name. */
  by: string
  changeSet?: string
  /** Names by type. */
  components: Record<string, string[]>
  /** With one of these it failed as a whole. */
  failures?: { type: string; name: string; file: string; problem: string; line: number; column: number }[]
}

/** Writes the deployments of a file into an org's history. They change nothing: the seed holds their outcome. */
export async function addPastDeployments(org: Org, file: string): Promise<void> {
  const past: PastDeployment[] = JSON.parse(await readFile(file, 'utf8'))
  for (const entry of past) await add(org, entry)
}

async function add(org: Org, entry: PastDeployment): Promise<void> {
  const failures = (entry.failures ?? []).map(({ type, name, file, problem, line, column }) => ({
    ...failure({ type, fullName: name, fileName: file }, problem, { line, column }),
    createdDate: entry.on,
  }))
  const successes = failures.length > 0 ? [] : messagesOf(org, entry)
  const total = Object.values(entry.components).flat().length
  const deployment: Deployment = {
    id: idOfName('0Af', `${org.info.id}/${entry.on}`),
    userId: org.userNamed(entry.by)?.id ?? '',
    type: entry.changeSet === undefined ? 'Api' : 'Changeset',
    ...(entry.changeSet === undefined ? {} : { changeSetName: entry.changeSet }),
    options: defaultOptions(),
    status: failures.length > 0 ? 'Failed' : 'Succeeded',
    createdDate: entry.on,
    startDate: entry.on,
    completedDate: entry.on,
    lastModifiedDate: entry.on,
    numberComponentErrors: failures.length,
    numberComponentsDeployed: successes.length,
    numberComponentsTotal: total,
    numberTestErrors: 0,
    numberTestsCompleted: 0,
    numberTestsTotal: 0,
    zipSize: 0,
  }
  await org.deploys.record(deployment, {
    componentFailures: failures,
    componentSuccesses: successes,
    runTestResult: noTests(),
  })
}

function messagesOf(org: Org, entry: PastDeployment): DeployMessage[] {
  return Object.entries(entry.components).flatMap(([type, names]) =>
    names.map((fullName) => {
      const record = org.store.find(type, fullName)
      const subject = { type, fullName, fileName: record ? mainFileOf(org, record) : '' }
      return { ...success(subject, { changed: true }), createdDate: entry.on }
    }),
  )
}
