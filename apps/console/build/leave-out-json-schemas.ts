import type { Plugin } from 'vite'

const exported = /^export (?:(?:const|function) (\w+)|\{ (\w+) as (\w+) \})/gm

/** Every schema can describe itself as JSON schema, which only the server asks for: a tenth of the library. */
export const leaveOutJsonSchemas: Plugin = {
  name: 'leave-out-json-schemas',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)[.]js$/ },
    handler: (code) => ({
      code: [...code.matchAll(exported)]
        .map(([, name, local, alias]) =>
          name ? `export const ${name} = () => undefined` : `export { ${local} as ${alias} }`,
        )
        .join('\n'),
      map: null,
    }),
  },
}
