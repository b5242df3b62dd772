import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff: 'font/woff',
  woff2: 'font/woff2',
}

/** How a body is packed, best first, with the ending of the file that holds it. */
const packings = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const

export interface ConsoleFile {
  type: string
  /** A name with a digest in it never means another content. */
  isHashed: boolean
  /** The body as it is, and smaller ones where the build made them. */
  bodies: ReadonlyMap<string, Buffer>
}

export interface ConsoleFiles {
  /** The one page. */
  page: Buffer
  /** What the content security policy has to allow of the page's own script. */
  scriptDigests: readonly string[]
  /** By address. */
  files: ReadonlyMap<string, ConsoleFile>
}

/**
 * The built console, read once: an answer never waits for a disk that jobs keep busy. Null where it is not built. Source
 * maps are not among it: they are large, and who develops has them in the folder of the build.
 */
export function readConsole(folder: string): ConsoleFiles | null {
  if (!existsSync(join(folder, 'index.html'))) return null
  const page = readFileSync(join(folder, 'index.html'))
  const files = new Map<string, ConsoleFile>()
  for (const { parentPath, name } of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const type = types[name.split('.').at(-1) ?? '']
    const path = join(parentPath, name)
    const address = path.slice(folder.length)
    if (!type || address.includes('/.')) continue
    files.set(address, { type, isHashed: address.startsWith('/assets/'), bodies: bodiesOf(path) })
  }
  return { page, scriptDigests: scriptDigestsOf(page.toString()), files }
}

function bodiesOf(path: string): Map<string, Buffer> {
  const packed = packings.filter(({ ending }) => existsSync(path + ending))
  return new Map([
    ...packed.map(({ encoding, ending }) => [encoding, readFileSync(path + ending)] as const),
    ['identity', readFileSync(path)],
  ])
}

/** The digests of the scripts that stand in the page itself, as a content security policy names them. */
export function scriptDigestsOf(page: string): string[] {
  const inline = page.matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)
  return [...inline].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/** The smallest body that the asker takes. */
export function bodyFor({ bodies }: ConsoleFile, accepted: string): { encoding: string; body: Buffer } {
  const offers = accepted
    .toLowerCase()
    .split(',')
    .filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer))
  const names = new Set(offers.map((offer) => offer.split(';')[0]?.trim()))
  for (const [encoding, body] of bodies)
    if (encoding === 'identity' || names.has(encoding)) return { encoding, body }
  throw new Error('A file of the console has no body.')
}
