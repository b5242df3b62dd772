import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { randomText } from '../ids.ts'
import { BodyTooLarge } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import type { Session } from '../oauth/sessions.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import { afterEffect, beforeEffect } from '../play-faults.ts'
import { cancelDeploy } from './cancel-deploy.ts'
import { checkDeployStatus } from './check-deploy-status.ts'
import { checkRetrieveStatus } from './check-retrieve-status.ts'
import { deploy } from './deploy.ts'
import { describeMetadata } from './describe-metadata.ts'
import { SoapFault, namespaces, readEnvelope } from './envelope.ts'
import { faultAnswer } from './soap-answers.ts'
import { deployRecentValidation } from './deploy-recent-validation.ts'
import { deleteMetadata, writeMetadata } from './crud-metadata.ts'
import type { MetadataCall } from './metadata-call.ts'
import { readMetadata } from './read-metadata.ts'
import { renameMetadata } from './rename-metadata.ts'
import { listMetadata } from './list-metadata.ts'
import { retrieve } from './retrieve.ts'
import { readUpload } from './upload.ts'
import { wording } from '../wording.ts'

/** Answers one operation; throws SoapFault for what it refuses. */
type Operation = (call: MetadataCall) => Promise<Answer> | Answer

/** Every operation by the name of its element. */
const operations: Readonly<Record<string, Operation>> = {
  describeMetadata: ({ org, soap }) => describeMetadata(org, soap),
  listMetadata: (call) => listMetadata(call),
  retrieve: ({ org, soap, session }) => retrieve(org, soap, session.userId),
  checkRetrieveStatus: ({ practice, org, soap }) => checkRetrieveStatus(practice, org, soap),
  deploy: ({ org, soap, session, archive, archiveSize }) =>
    deploy(org, soap, { userId: session.userId, archive, archiveSize }),
  checkDeployStatus: (call) => checkDeployStatus(call),
  deployRecentValidation: ({ org, soap, session }) => deployRecentValidation(org, soap, session.userId),
  readMetadata: (call) => readMetadata(call),
  createMetadata: (call) => writeMetadata(call, 'create'),
  updateMetadata: (call) => writeMetadata(call, 'update'),
  upsertMetadata: (call) => writeMetadata(call, 'upsert'),
  deleteMetadata: (call) => deleteMetadata(call),
  renameMetadata: (call) => renameMetadata(call),
  cancelDeploy: ({ org, soap, session }) => cancelDeploy(org, soap, session.userId),
}

/**
 * POST /services/Soap/m/{version}[/{org}]: reads the call, finds its session, plays faults,
 * and answers faults as HTTP 500. The session decides which org is meant, not the address. An
 * expired session has to be a 500 with `sf:INVALID_SESSION_ID`, or clients do not refresh
 * (seen in their source).
 */
export async function metadataDoor(practice: Practice, call: Call): Promise<Answer> {
  const archive = join(practice.settings.dataDir, `upload-${randomText(12)}.zip`)
  try {
    const upload = await readUpload(call.incoming, archive)
    const soap = readEnvelope(upload.xml)
    const { session, org } = findSession(practice, soap.sessionId)
    checkVersion(call.params[0] ?? '', org)
    const early = await beforeEffect(practice, {
      call,
      operation: soap.operation,
      orgId: org.info.id,
      isSoap: true,
    })
    if (early) return early
    if (!isFree(soap.operation)) practice.usage(org.info.id)
    const operation = operations[soap.operation]
    if (!operation)
      throw new SoapFault(
        'UNKNOWN_EXCEPTION',
        wording.call.noOperation(`{${namespaces.metadata}}${soap.operation}`),
      )
    const answer = await operation({ practice, org, session, soap, archive, archiveSize: upload.archiveSize })
    return afterEffect(
      practice,
      { call, operation: soap.operation, orgId: org.info.id, isSoap: true },
      answer,
    )
  } catch (error) {
    if (error instanceof SoapFault) return faultAnswer(error.code, error.message)
    if (error instanceof BodyTooLarge) return faultAnswer('LIMIT_EXCEEDED', error.message)
    throw error
  } finally {
    await rm(archive, { force: true })
  }
}

function findSession(practice: Practice, sessionId: string | undefined): { session: Session; org: Org } {
  const session = practice.sessions.find(sessionId ?? '')
  const org = session && practice.org(session.orgId)
  if (!session || !org || session.restricted)
    throw new SoapFault('INVALID_SESSION_ID', wording.call.illegalSession)
  return { session, org }
}

/** Versions from 31.0 up to the org's own; a preview sandbox speaks one more than production. */
function checkVersion(version: string, org: Org): void {
  const number = Number(version)
  if (!(number >= 31 && number <= Number(org.info.platformVersion)))
    throw new SoapFault('UNSUPPORTED_API_VERSION', wording.call.versionOnUrl(version))
}

/** Asking how a deployment or a retrieve stands does not count as an API call (documented). */
function isFree(operation: string): boolean {
  return operation === 'checkDeployStatus' || operation === 'checkRetrieveStatus'
}
