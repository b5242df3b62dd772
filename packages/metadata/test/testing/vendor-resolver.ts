import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../../.cache/resolver/', import.meta.url))
const library = '@salesforce/source-deploy-retrieve'
const version = '13.7.0'

interface FoundComponent {
  readonly fullName: string
  readonly type: { readonly name: string }
}

interface Resolver {
  getComponentsFromPath(path: string): FoundComponent[]
}

interface Library {
  readonly MetadataResolver: new (registry: undefined, tree: unknown) => Resolver
  readonly VirtualTreeContainer: { fromFilePaths(paths: string[]): unknown }
}

/**
 * The vendor's library, installed into the ignored cache at first use; a sentence saying why when that is not possible.
 * One of its dependencies asks for a later Node than ours; the version before does not.
 */
export function vendorLibrary(): Library | string {
  try {
    if (!existsSync(join(folder, 'node_modules', library))) {
      mkdirSync(folder, { recursive: true })
      const description = { private: true, overrides: { undici: '7.16.0' } }
      writeFileSync(join(folder, 'package.json'), JSON.stringify(description))
      const options = ['install', '--no-audit', '--no-fund', '--no-save', `${library}@${version}`]
      execFileSync('npm', options, { cwd: folder, stdio: 'pipe' })
    }
    const loaded: Library = createRequire(join(folder, 'package.json'))(library)
    return loaded
  } catch (error) {
    const [reason] = error instanceof Error ? error.message.split('\n') : ['']
    return `${library} ${version} cannot be installed: ${reason}`
  }
}

/** What the vendor's resolver takes each file for, by its path alone: `Type Name`, `-` for nothing, or the name of its error. */
export function resolveAll(
  { MetadataResolver, VirtualTreeContainer }: Library,
  paths: readonly string[],
): Map<string, string> {
  const resolver = new MetadataResolver(undefined, VirtualTreeContainer.fromFilePaths([...paths]))
  return new Map(paths.map((path) => [path, resolvedName(resolver, path)]))
}

function resolvedName(resolver: Resolver, path: string): string {
  try {
    const found = resolver.getComponentsFromPath(path)
    return found.map(({ type, fullName }) => `${type.name} ${fullName}`).join(', ') || '-'
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    return name === 'TypeInferenceError' ? '-' : name
  }
}
