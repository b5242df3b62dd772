import { fileURLToPath } from 'node:url'
import type { ConsoleConfig } from '@sluice/contract/console-config'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import { hasUsers } from '../users/user-store.ts'
import { bodyFor, type ConsoleFile, type ConsoleFiles, readConsole } from './console-files.ts'

const builtConsole = fileURLToPath(new URL('../../../console/dist', import.meta.url))

/** Places that answer for themselves: an unknown address there is a problem, not a page of the console. */
const ownPlaces = /^\/(api|git|health|assets|openapi\.json)(\/|$)/

let read: ConsoleFiles | null | undefined
/** The built console; one process reads it once. */
export const readBuiltConsole = (): ConsoleFiles | null => (read ??= readConsole(builtConsole))

interface ConsoleParts {
  files: ConsoleFiles | null
  defaultIncludeSpecs: string
}

/** The console at `/`: hashed files are kept for a year, and every other address gives its one page. */
export function registerConsole(
  app: FastifyInstance,
  ctx: Context,
  { files, defaultIncludeSpecs }: ConsoleParts,
): void {
  app.get('/console-config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await consoleConfigOf(ctx, defaultIncludeSpecs)),
  )
  const sendPage = async (reply: FastifyReply): Promise<FastifyReply> => {
    if (!files) throw new AppError('entityNotFound')
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(files.page)
  }
  const sendFile = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const file = files?.files.get(request.url.split('?')[0] ?? '')
    if (!file) throw new AppError('entityNotFound')
    return answerFile(file, request, reply)
  }
  app.get('/assets/*', { helmet: false }, sendFile)
  app.get('/favicon.svg', { helmet: false }, sendFile)
  app.get('/', async (_request, reply) => sendPage(reply))
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD'
    if (!wantsPage || ownPlaces.test(request.url)) throw new AppError('entityNotFound')
    return sendPage(reply)
  })
}

/** With no more headers than a file needs: they are sent with each of them. */
function answerFile(file: ConsoleFile, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { encoding, body } = bodyFor(file, headers['accept-encoding'] ?? '')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  if (file.bodies.size > 1) reply.header('vary', 'accept-encoding')
  return reply
    .header('cache-control', file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('x-content-type-options', 'nosniff')
    .type(file.type)
    .send(body)
}

/** The first account can always be made, so that a closed server can be set up. */
async function registrationNow({
  config,
  database,
}: Context): Promise<Pick<ConsoleConfig, 'registration' | 'hasNoAccounts'>> {
  const hasNoAccounts = !(await database.asSystem(hasUsers))
  return { registration: hasNoAccounts ? 'open' : config.registration, hasNoAccounts }
}

const below = (address: string | null, page: string) =>
  address === null ? null : `${address.replace(/\/$/, '')}/${page}`

async function consoleConfigOf(ctx: Context, defaultIncludeSpecs: string): Promise<ConsoleConfig> {
  const { product, salesforce, practiceOrgUrl, requestPauseMs } = ctx.config
  return {
    productName: product.name,
    apiBaseAddress: '/api',
    version: product.version,
    versionDate: product.releaseDate,
    environmentName: product.environmentName,
    supportEmailAddress: product.supportAddress,
    documentationUrl: product.documentationUrl,
    rolesDocumentationUrl: below(product.documentationUrl, 'roles'),
    commandLineUrl: below(product.documentationUrl, 'cli'),
    changelogUrl: product.changelogUrl,
    licenseAgreementUrl: product.licenceAgreementUrl,
    serviceStatusUrl: product.serviceStatusUrl,
    copyright: `© ${new Date(product.releaseDate).getUTCFullYear()} ${product.name}`,
    ...(await registrationNow(ctx)),
    sendsMail: Boolean(ctx.config.mail.url),
    requestPauseMs,
    salesforceHost: salesforce.signInHost,
    defaultSignInUrl: salesforce.signInUrl,
    practiceOrgOrigin: practiceOrgUrl,
    defaultIncludeSpecs,
    gitHubOrganizationUrl: ctx.gitHub?.organizationUrl ?? null,
    repositoryGraceDays: ctx.config.repositoryGraceDays,
  }
}
