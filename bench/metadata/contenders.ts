import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../e2e/start-product.ts'

/** What we measure ourselves against and do not ship. */
const versions = {
  '@salesforce/source-deploy-retrieve': '12.37.0',
  'adm-zip': '0.6.1',
  'fast-xml-parser': '5.12.1',
  fflate: '0.8.3',
  jszip: '3.10.2',
  'sfdx-git-delta': '6.31.0',
  saxes: '6.0.0',
  yazl: '3.3.1',
} as const

export type ContenderName = keyof typeof versions

const folder = join(root, '.cache/bench/contenders')

/** Installs them once, each at its version, into the ignored cache. Without a registry the bench runs without them. */
export function installContenders(): string {
  const list = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
  const marker = join(folder, 'installed')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === list.join('\n')) return list.join(', ')
  mkdirSync(folder, { recursive: true })
  // Newer ones of this library, which they pull in, need a newer Node than we run on.
  const settings = { private: true, name: 'contenders', overrides: { undici: '6.21.3' } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(settings))
  try {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', '--loglevel=error']
    execFileSync('npm', ['install', ...options, ...list], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    writeFileSync(marker, list.join('\n'))
    return list.join(', ')
  } catch {
    return 'none: npm could not install them'
  }
}

/** The module of a contender, or null where it is not installed. `T` names the part that is used. */
export async function contender<T>(name: ContenderName): Promise<T | null> {
  try {
    const path = createRequire(join(folder, 'package.json')).resolve(name)
    const loaded: T = await import(pathToFileURL(path).href)
    return loaded
  } catch {
    return null
  }
}

/**
 * The peer's merge driver is on no registry: the folder of a built checkout (github.com/scolladon/sf-git-merge-driver)
 * comes from the environment.
 */
export function peerMergeDriver(): string | null {
  const path = process.env['SLUICE_BENCH_PEER_MERGE_DRIVER']
  return path !== undefined && existsSync(join(path, 'lib/merger/XmlMerger.js')) ? path : null
}
