import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { ConsoleConfig } from '@sluice/contract/console-config'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import { hasUsers } from '../users/user-store.ts'

const builtConsole = fileURLToPath(new URL('../../../console/dist', import.meta.url))

/** Places that answer for themselves: an unknown address there is a problem, not a page of the console. */
const ownPlaces = /^\/(api|git|health|assets|openapi\.json)(\/|$)/

/** The console at `/`: hashed files are kept for a year, and every other address gives its one page. */
export async function registerConsole(
  app: FastifyInstance,
  ctx: Context,
  defaultIncludeSpecs: string,
): Promise<void> {
  app.get('/console-config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await consoleConfigOf(ctx, defaultIncludeSpecs)),
  )
  if (existsSync(builtConsole)) {
    await app.register(fastifyStatic, {
      root: builtConsole,
      index: false,
      cacheControl: false,
      dotfiles: 'ignore',
      preCompressed: true,
      setHeaders: (response, path) => {
        const isHashed = path.includes('/assets/')
        response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.get('/', async (_request, reply) => sendPage(reply))
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD'
    if (!wantsPage || ownPlaces.test(request.url)) throw new AppError('entityNotFound')
    return sendPage(reply)
  })
}

/** The one page; its own script shows what the address asks for. */
async function sendPage(reply: FastifyReply): Promise<FastifyReply> {
  const page = await readFile(join(builtConsole, 'index.html')).catch((cause: unknown) => {
    throw new AppError('entityNotFound', { cause })
  })
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
}

/** The first account can always be made, so that a closed server can be set up. */
async function registrationNow({ config, database }: Context): Promise<ConsoleConfig['registration']> {
  if (config.registration === 'open') return 'open'
  return (await database.asSystem(hasUsers)) ? config.registration : 'open'
}

async function consoleConfigOf(ctx: Context, defaultIncludeSpecs: string): Promise<ConsoleConfig> {
  const { product, salesforce, practiceOrgUrl, requestPauseMs } = ctx.config
  return {
    productName: product.name,
    version: product.version,
    versionDate: product.releaseDate,
    environmentName: product.environmentName,
    supportEmailAddress: product.supportAddress,
    documentationUrl: product.documentationUrl,
    rolesDocumentationUrl: `${product.documentationUrl}/roles`,
    commandLineUrl: `${product.documentationUrl}/cli`,
    changelogUrl: product.changelogUrl,
    licenseAgreementUrl: product.licenceAgreementUrl,
    serviceStatusUrl: product.serviceStatusUrl,
    copyright: `© ${new Date(product.releaseDate).getUTCFullYear()} ${product.name}`,
    registration: await registrationNow(ctx),
    requestPauseMs,
    salesforceHost: salesforce.signInHost,
    defaultSignInUrl: salesforce.signInUrl,
    practiceOrgOrigin: practiceOrgUrl,
    defaultIncludeSpecs,
    repositoryGraceDays: ctx.config.repositoryGraceDays,
  }
}
