import { type RequestListener, createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { openConnection } from '@sluice/salesforce/connection'
import { onlyOrigins } from '@sluice/http/address-policy'
import { readDeployResult } from '@sluice/salesforce/metadata/deploy-result'
import { expect, onTestFinished, test } from 'vitest'
import { lookAtEnd } from './await-deployment.ts'

/** A deployment whose messages are asked from a server that answers so. */
async function deployment(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const addresses = onlyOrigins(origin)
  return { id: '0Af', connection: openConnection({ instanceUrl: origin, accessToken: 'x', addresses }) }
}

const ended = (status: string) => readDeployResult({ id: '0Af', deployResult: { done: true, status } })

test('messages that never arrive are given up after five more tries, where it is clear how the deployment ended', async () => {
  const cut = await deployment((_, response) => response.destroy())
  const status = ended('Succeeded')
  expect(await lookAtEnd(cut, status, 4)).toBeInstanceOf(Error)
  expect(await lookAtEnd(cut, status, 5)).toBe(status)
  expect(await lookAtEnd(cut, ended('SucceededPartial'), 5)).toBeInstanceOf(Error)
})

test('messages that are too large are given up at once', async () => {
  const tooLarge = gzipSync(Buffer.alloc(257 * 1024 * 1024, ' '))
  const large = await deployment((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(tooLarge),
  )
  const status = ended('Failed')
  expect(await lookAtEnd(large, status, 0)).toBe(status)
  await expect(lookAtEnd(large, ended('SucceededPartial'), 0)).rejects.toMatchObject({ code: 'tooLarge' })
})
