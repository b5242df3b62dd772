import { zipSync } from 'fflate'
import type { Zippable } from 'fflate'
import type { Unit } from '../deploy/units.ts'
import { folderTypes, typesOfDirectory } from '../registry/metadata-types.ts'
import type { MetadataType } from '../registry/metadata-types.ts'
import { ownerOfPath } from '../registry/paths.ts'
import { branch, leaf, textOf } from '../xml/element.ts'
import { parseXml } from '../xml/parse.ts'
import { writeXml } from '../xml/write.ts'
import type { SeedFiles } from './seed-files.ts'

type Reader = () => Promise<Buffer>

/** One file of a component; a part joins others of the same target. */
interface SeedFile {
  target: string
  reader: Reader
  isPart?: boolean
}

/**
 * A seed as components in metadata format, whichever format it came in. `read` takes the paths
 * of the units; some of them are made on the way and exist in no file.
 */
export interface SeedUnits {
  units: Unit[]
  read: (path: string) => Promise<Buffer>
}

/** Sorts a seed's files by component and translates source format on the way. */
export function seedUnits(files: SeedFiles): SeedUnits {
  const builder = new UnitBuilder(files)
  for (const path of files.paths) builder.take(path)
  return builder.finish()
}

/**
 * Takes files one by one. What source format spreads over many files (objects, translations,
 * resources) comes together here.
 */
class UnitBuilder {
  readonly #files: SeedFiles
  readonly #units = new Map<string, Unit>()
  readonly #readers = new Map<string, Reader>()
  readonly #resourceFolders = new Map<string, string[]>()
  /** Field files of object translations by their folder: large seeds have thousands. */
  readonly #translatedFields = new Map<string, string[]>()
  #virtual = 0

  constructor(files: SeedFiles) {
    this.#files = files
    for (const path of files.paths) {
      if (!path.endsWith('.fieldTranslation-meta.xml')) continue
      const folder = folderOf(path)
      const fields = this.#translatedFields.get(folder)
      if (fields) fields.push(path)
      else this.#translatedFields.set(folder, [path])
    }
  }

  /** Finds the directory of a type somewhere in the path, so that any folder may stand above it. */
  take(path: string): void {
    const segments = path.split('/')
    for (let index = 0; index < segments.length - 1; index++) {
      for (const type of typesOfDirectory(segments[index] ?? '')) {
        if (this.#takeAs(type, segments.slice(index + 1), path)) return
      }
    }
  }

  /** Closes the books: resources without both of their files are left out. */
  finish(): SeedUnits {
    for (const [target, paths] of this.#resourceFolders) {
      const name = target.slice('staticresources/'.length, -'.resource'.length)
      this.#add('StaticResource', name, { target, reader: () => this.#zipFolder(paths, name) })
    }
    const units = [...this.#units.values()].filter(
      (unit) => unit.type !== 'StaticResource' || unit.paths.length === 2,
    )
    return {
      units,
      read: (path) => {
        const reader = this.#readers.get(path)
        return reader ? reader() : Promise.reject(new Error(`no such file in the seed: ${path}`))
      },
    }
  }

  #takeAs(type: MetadataType, rest: string[], path: string): boolean {
    if (type.name === 'CustomObject' && rest.length > 1) return this.#takeObject(rest, path)
    if (type.name === 'CustomObjectTranslation' && rest.length > 1) return this.#takeTranslation(rest, path)
    if (type.name === 'StaticResource') return this.#takeResource(rest, path)
    if (type.inFolder && this.#takeFolder(type, rest, path)) return true
    const target = targetOf(type, rest)
    const owner = target === undefined ? null : ownerOfPath(target)
    if (target === undefined || !owner || (owner.type !== type.name && !type.inFolder)) return false
    this.#add(owner.type, owner.fullName, { target, reader: () => this.#files.read(path) })
    return true
  }

  /** objects/<Object>/<Object>.object-meta.xml and objects/<Object>/<folder>/<Child>.<suffix>-meta.xml */
  #takeObject(rest: string[], path: string): boolean {
    const [object = '', second = '', third] = rest
    const target = `objects/${object}.object`
    if (third === undefined) {
      if (!second.endsWith('.object-meta.xml')) return false
      this.#add('CustomObject', object, { target, reader: () => this.#files.read(path), isPart: true })
      return true
    }
    const match = /^(.+)\.(\w+)-meta\.xml$/.exec(third)
    if (!match) return false
    this.#add('CustomObject', object, {
      target,
      reader: () => this.#wrap(path, 'CustomObject', second),
      isPart: true,
    })
    return true
  }

  /** objectTranslations/<Object>-<language>/…: the field files join the main file. */
  #takeTranslation(rest: string[], path: string): boolean {
    const [name = '', file = ''] = rest
    if (!file.endsWith('.objectTranslation-meta.xml')) return file.endsWith('.fieldTranslation-meta.xml')
    const fields = this.#translatedFields.get(folderOf(path)) ?? []
    this.#add('CustomObjectTranslation', name, {
      target: `objectTranslations/${name}.objectTranslation`,
      reader: async () => {
        const root = parseXml((await this.#files.read(path)).toString('utf8'))
        for (const field of fields) {
          const element = parseXml((await this.#files.read(field)).toString('utf8'))
          root.children.push({ ...element, name: 'fields', attributes: {} })
        }
        return Buffer.from(writeXml(root))
      },
    })
    return true
  }

  /** A resource is one file, or (in source format) a folder that becomes a zip. */
  #takeResource(rest: string[], path: string): boolean {
    const name = (rest[0] ?? '').replace(/\.(resource-meta\.xml|resource|\w+)$/, '')
    if (rest[0]?.endsWith('.resource-meta.xml')) {
      this.#add('StaticResource', name, {
        target: `staticresources/${name}.resource-meta.xml`,
        reader: () => this.#files.read(path),
      })
      return true
    }
    const target = `staticresources/${rest.length > 1 ? (rest[0] ?? '') : name}.resource`
    if (rest.length === 1) this.#add('StaticResource', name, { target, reader: () => this.#files.read(path) })
    else this.#resourceFolders.set(target, [...(this.#resourceFolders.get(target) ?? []), path])
    return true
  }

  #takeFolder(type: MetadataType, rest: string[], path: string): boolean {
    const joined = rest.join('/')
    const match = /^(.+)\.(\w+Folder)-meta\.xml$/.exec(joined)
    const folderType = folderTypes.find((entry) => entry.content === type.name && entry.suffix === match?.[2])
    if (!folderType || match?.[1] === undefined) return false
    const name = match[1]
    this.#add(folderType.name, name, {
      target: `${type.directory}/${name}-meta.xml`,
      reader: () => this.#files.read(path),
    })
    return true
  }

  #add(type: string, fullName: string, { target, reader, isPart = false }: SeedFile): void {
    const name = type === 'CustomLabels' ? 'CustomLabels' : fullName
    const key = `${type}/${name}`
    const unit = this.#units.get(key) ?? { type, fullName: name, paths: [] }
    const isTaken = this.#readers.has(target)
    if (isTaken && !isPart && type !== 'CustomObject' && type !== 'CustomLabels') return
    const path = isTaken ? `${target}#${this.#virtual++}` : target
    this.#readers.set(path, reader)
    unit.paths.push(path)
    this.#units.set(key, unit)
  }

  async #wrap(path: string, root: string, element: string): Promise<Buffer> {
    const child = parseXml((await this.#files.read(path)).toString('utf8'))
    if (textOf(child, 'fullName') === undefined) {
      const file = path.slice(path.lastIndexOf('/') + 1)
      child.children.unshift(leaf('fullName', file.replace(/\.\w+-meta\.xml$/, '')))
    }
    return Buffer.from(
      writeXml(branch(root, [{ ...child, name: element, attributes: {} }], child.attributes)),
    )
  }

  async #zipFolder(paths: string[], name: string): Promise<Buffer> {
    const entries: Zippable = {}
    for (const path of paths) {
      const inside = path.slice(path.indexOf(`staticresources/${name}/`) + `staticresources/${name}/`.length)
      entries[inside] = [new Uint8Array(await this.#files.read(path)), { mtime: new Date(1980, 0, 1) }]
    }
    return Buffer.from(zipSync(entries))
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** Path in metadata format for a file below its type's directory; undefined when it does not belong there. */
function targetOf(type: MetadataType, rest: string[]): string | undefined {
  const joined = rest.join('/')
  const file = rest.at(-1) ?? ''
  if (type.shape === 'bundle') return `${type.directory}/${joined}`
  if (type.name === 'Document') return `${type.directory}/${joined.replace(/\.document-meta\.xml$/, '')}`
  const kept = type.inFolder ? joined : file
  const isSource =
    type.shape === 'xml' && type.suffix !== undefined && file.endsWith(`.${type.suffix}-meta.xml`)
  return `${type.directory}/${isSource ? kept.slice(0, -'-meta.xml'.length) : kept}`
}
