// Writes data/metadata-types.json: what this org answers to describeMetadata and how a path maps to a type.
// Input: metadataRegistry.json and stdValueSetRegistry.json of @salesforce/source-deploy-retrieve (Apache-2.0).
// Usage: node scripts/write-metadata-types.mjs <folder with both files>
import { readFileSync, writeFileSync } from 'node:fs'

const folder = process.argv[2]
if (!folder)
  throw new Error('usage: node scripts/write-metadata-types.mjs <folder with metadataRegistry.json>')
const registry = JSON.parse(readFileSync(`${folder}/metadataRegistry.json`, 'utf8'))
const valueSets = JSON.parse(readFileSync(`${folder}/stdValueSetRegistry.json`, 'utf8'))

/** Types an ordinary org describes; the registry also knows many that need special licences. */
const described = new Set(readFileSync(new URL('described-types.txt', import.meta.url), 'utf8').split(/\s+/))

/** Element names that hold the children inside the parent's file, where the registry does not say. */
const elementOf = (child) => child.xmlElementName ?? child.directoryName
/** Children that are named inside the parent's file but are no components of the Metadata API. */
const unlisted = new Set(['CustomFieldTranslation', 'DigitalExperience'])
/** Children whose full name does not begin with the parent's name. */
const globallyNamed = new Set(['CustomLabel', 'Bot'])

const types = []
for (const type of Object.values(registry.types)) {
  if (!described.has(type.name)) continue
  const adapter = type.strategies?.adapter ?? 'default'
  const children = Object.values(type.children?.types ?? {})
    .filter((child) => !unlisted.has(child.name))
    .map((child) => ({
      name: child.name,
      element: elementOf(child),
      ...(globallyNamed.has(child.name) ? { global: true } : {}),
    }))
  types.push({
    name: type.name,
    directory: type.directoryName,
    ...(type.suffix ? { suffix: type.suffix } : {}),
    shape: shapeOf(type, adapter),
    ...(type.inFolder ? { inFolder: true } : {}),
    ...(type.folderType ? { folderType: registry.types[type.folderType].name } : {}),
    ...(children.length > 0 ? { children } : {}),
  })
}

function shapeOf(type, adapter) {
  if (type.name === 'StaticResource' || type.name === 'Document') return 'content'
  if (adapter === 'matchingContentFile') return 'content'
  if (adapter === 'bundle') return 'bundle'
  if (adapter === 'mixedContent') return type.suffix ? 'content' : 'bundle'
  if (type.name === 'ExperienceBundle') return 'mixed'
  return 'xml'
}

types.sort((a, b) => (a.name < b.name ? -1 : 1))
const missing = [...described].filter((name) => name && !types.some((type) => type.name === name))
if (missing.length > 0) console.warn('not in the registry:', missing.join(' '))
const folders = Object.values(registry.types)
  .filter((type) => type.folderContentType)
  .map((type) => ({
    name: type.name,
    content: registry.types[type.folderContentType].name,
    suffix: type.suffix,
  }))
const out = { types, folders, standardValueSets: valueSets.fullnames }
writeFileSync(new URL('../data/metadata-types.json', import.meta.url), `${JSON.stringify(out, null, 1)}\n`)
console.log(`${types.length} types`)
