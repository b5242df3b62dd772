import { z } from 'zod'
import { problemDetails } from './problem-details.ts'
import type { Api, Route } from './route.ts'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' })

const json = (schema: z.ZodType, io: 'input' | 'output') => ({
  content: { 'application/json': { schema: schemaOf(schema, io) } },
})

/** The whole contract as an OpenAPI 3.1 document. `version` is the product's. */
export function toOpenApi(api: Api, { title, version }: { title: string; version: string }) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [group, routes] of Object.entries(api)) {
    for (const [name, route] of Object.entries(routes)) {
      const path = (paths[`/api${route.path.replace(/:(\w+)/g, '{$1}')}`] ??= {})
      path[route.method.toLowerCase()] = operationOf(group, name, route)
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  }
}

function operationOf(group: string, name: string, route: Route) {
  const problem = { content: { 'application/problem+json': { schema: schemaOf(problemDetails, 'output') } } }
  return {
    operationId: `${group}.${name}`,
    summary: route.summary,
    description: `Access: ${route.access}. Problems: ${route.problems.join(', ') || 'the general ones'}.`,
    tags: [group],
    security: route.access === 'anonymous' ? [] : [{ bearer: [] }],
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...(route.body && { requestBody: { required: true, ...bodyOf(route.body, route) } }),
    responses: {
      [route.response ? 200 : 204]: {
        description: 'Success',
        ...(route.response && answerOf(route.response, route)),
      },
      default: { description: 'Problem details', ...problem },
    },
  }
}

const plainText = { content: { 'text/plain': { schema: { type: 'string' } } } }

const bodyOf = (body: z.ZodType, route: Route) =>
  route.bodyType === 'text' ? plainText : json(body, 'input')

const answerOf = (response: z.ZodType, route: Route) =>
  route.responseType === 'text' ? plainText : json(response, 'output')

const pathParameters = (route: Route) =>
  [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function queryParameters(route: Route) {
  if (!(route.query instanceof z.ZodObject)) return []
  return Object.entries(route.query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: schema instanceof z.ZodType && !schema.safeParse(undefined).success,
    schema: schema instanceof z.ZodType ? schemaOf(schema, 'input') : {},
  }))
}
