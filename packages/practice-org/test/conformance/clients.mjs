// The clients of other people, each set in a folder of its own below the ignored cache, at the versions that the
// checklist names. Node comes from npm too, so that it does not matter which one runs the suite.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../../', import.meta.url))
const cache = join(root, '.cache/conformance')

const sets = {
  current: {
    dependencies: {
      '@salesforce/cli': '2.150.6',
      '@salesforce/source-deploy-retrieve': '13.7.0',
      node: '22.23.3',
      'jsforce-20': 'npm:jsforce@3.10.16',
      'jsforce-22': 'npm:jsforce@3.10.26',
    },
  },
  // A fresh install on Node 20 brings a jsforce-node that needs Node 22; the override is the known cure.
  node20: {
    dependencies: { '@salesforce/cli': '2.146.3', node: '20.20.2' },
    overrides: { '@jsforce/jsforce-node': '3.10.16' },
  },
  // The last client with a command for the device flow.
  device: { dependencies: { '@salesforce/cli': '2.52.4' } },
}

/** Where a set of clients lies. */
export const folderOf = (set) => join(cache, set)
const nodeOf = (set) => join(folderOf(set), 'node_modules/node/bin/node')
const cliOf = (set) => join(folderOf(set), 'node_modules/@salesforce/cli/bin/run.js')

export const node20 = nodeOf('node20')
export const node22 = nodeOf('current')

/** The command-line clients by the letter that the checklist gives them. */
export const commandLines = {
  a: { node: node22, cli: cliOf('current') },
  b: { node: node20, cli: cliOf('node20') },
  device: { node: node22, cli: cliOf('device') },
}

/** Installs what is missing or of another version. */
export function install() {
  for (const [set, wanted] of Object.entries(sets)) {
    const folder = folderOf(set)
    const text = JSON.stringify({ name: `conformance-${set}`, private: true, ...wanted })
    const manifest = join(folder, 'package.json')
    const isThere = existsSync(manifest) && readFileSync(manifest, 'utf8') === text
    if (isThere && existsSync(join(folder, 'complete'))) continue
    mkdirSync(folder, { recursive: true })
    writeFileSync(manifest, text)
    console.log(
      `installing ${Object.entries(wanted.dependencies)
        .map((entry) => entry.join(' '))
        .join(', ')}`,
    )
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: 'inherit',
    })
    writeFileSync(join(folder, 'complete'), '')
  }
}
