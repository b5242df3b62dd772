import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { RequestBody } from '@sluice/http/messages'
import type { SoapStream } from '../soap/body.ts'
import { element } from '../soap/xml.ts'
import type { DeployOptions } from './deploy-options.ts'

/** A multiple of three, so that each piece of the file is a whole piece of base64. */
const pieceBytes = 48 * 1024

/** What a deployment sends; `beforeLastBytes` is awaited when everything else has left. */
export interface DeployContent {
  readonly archivePath: string
  readonly options: DeployOptions
  readonly beforeLastBytes?: (() => Promise<void>) | undefined
}

/** The REST form: options as JSON, then the archive, streamed from its file. */
export async function multipartBody(
  content: DeployContent,
): Promise<{ contentType: string; body: RequestBody }> {
  const { archivePath, options } = content
  const boundary = `sluice-${randomBytes(18).toString('hex')}`
  const { size } = await stat(archivePath)
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="json"\r\nContent-Type: application/json\r\n\r\n` +
      `${JSON.stringify({ deployOptions: jsonOptions(options) })}\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="deploy.zip"\r\n` +
      'Content-Type: application/zip\r\n\r\n',
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: {
      length: head.length + size + tail.length,
      async *open() {
        yield head
        yield* piecesOf(archivePath)
        await content.beforeLastBytes?.()
        yield tail
      },
    },
  }
}

/** The SOAP form: the archive as base64 text, produced piece by piece from the file. */
export async function soapDeployContent(content: DeployContent): Promise<SoapStream> {
  const { archivePath, options } = content
  const { size } = await stat(archivePath)
  const head = Buffer.from('<ZipFile>')
  const tail = Buffer.from(`</ZipFile><DeployOptions>${xmlOptions(options)}</DeployOptions>`)
  return {
    length: head.length + Math.ceil(size / 3) * 4 + tail.length,
    async *open() {
      yield head
      for await (const piece of piecesOf(archivePath)) yield Buffer.from(piece.toString('base64'), 'latin1')
      await content.beforeLastBytes?.()
      yield tail
    },
  }
}

async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    if (Buffer.isBuffer(piece)) yield piece
  }
}

function jsonOptions(options: DeployOptions): Record<string, unknown> {
  const { testLevel, runTests, ...flags } = options
  return {
    ...flags,
    ...(testLevel === null ? {} : { testLevel }),
    ...(runTests.length === 0 ? {} : { runTests }),
  }
}

/** In the order of the WSDL, which strict servers want. */
function xmlOptions(options: DeployOptions): string {
  return [
    element('allowMissingFiles', options.allowMissingFiles),
    element('checkOnly', options.checkOnly),
    element('ignoreWarnings', options.ignoreWarnings),
    element('purgeOnDelete', options.purgeOnDelete),
    element('rollbackOnError', options.rollbackOnError),
    ...options.runTests.map((name) => element('runTests', name)),
    element('singlePackage', options.singlePackage),
    options.testLevel === null ? '' : element('testLevel', options.testLevel),
  ].join('')
}
