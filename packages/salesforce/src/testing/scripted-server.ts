import type { ServerResponse } from 'node:http'
import { onlyOrigins } from '@sluice/http/address-policy'
import {
  type Script,
  type ScriptedServer as ScriptedHttpServer,
  startScriptedServer as startScriptedHttpServer,
} from '../../../http/src/testing/scripted-server.ts'
import { openConnection, type Connection } from '../connection.ts'

export interface ScriptedServer extends ScriptedHttpServer {
  connection: (options?: {
    refresh?: (expired: string) => Promise<string>
    mostRenewals?: number
    apiVersion?: string
  }) => Connection
}

/** An org that says exactly what a test scripts: for replies and faults that no well-behaved org sends. */
export async function startScriptedServer(
  script: Script,
  options: { readBody?: boolean } = {},
): Promise<ScriptedServer> {
  const server = await startScriptedHttpServer(script, options)
  return {
    ...server,
    connection: (connectionOptions) =>
      openConnection({
        instanceUrl: server.origin,
        accessToken: 'token-1',
        addresses: onlyOrigins(server.origin),
        ...connectionOptions,
      }),
  }
}

/** Answers a Metadata API call with the given XML inside its response element. */
export function answerSoap(response: ServerResponse, operation: string, results: string): void {
  response
    .writeHead(200, { 'content-type': 'text/xml;charset=UTF-8' })
    .end(soapDocument(`<${operation}Response>${results}</${operation}Response>`))
}

export function answerFault(response: ServerResponse, code: string, text: string): void {
  response
    .writeHead(500, { 'content-type': 'text/xml;charset=UTF-8' })
    .end(
      soapDocument(
        `<soapenv:Fault><faultcode>sf:${code}</faultcode><faultstring>${code}: ${text}</faultstring></soapenv:Fault>`,
      ),
    )
}

export function soapDocument(body: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" ' +
    'xmlns:sf="http://soap.sforce.com/2006/04/metadata" ' +
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`
  )
}
