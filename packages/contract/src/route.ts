import type { z } from 'zod'
import type { Operation } from './permissions.ts'
import type { ProblemType } from './problems.ts'

/** The classes of calls that are limited apart. */
export type RateClass =
  | 'read'
  | 'write'
  | 'signIn'
  | 'register'
  | 'refresh'
  | 'mail'
  | 'jobs'
  | 'credentialCheck'
  | 'gitCredentialCheck'
  | 'deviceCodeStart'
  | 'deviceCodePoll'
  | 'secret'
  | 'invitationLink'

/** One API operation: everything the server, the client and the documents know about it. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`. */
  path: `/${string}`
  summary: string
  /** `anonymous` needs no sign-in, `signedIn` any user, otherwise an operation of the permission matrix. */
  access: 'anonymous' | 'signedIn' | Operation
  /** The operation looks up the ids of the address with the token of a link; the permission matrix says nothing about it. */
  isOpenedByToken?: true
  query?: z.ZodType
  body?: z.ZodType
  /** `text` bodies and answers are plain text; `file` answers are downloads. */
  bodyType?: 'text'
  /** Where the usual limit of a body is too low. */
  bodyBytesAtMost?: number
  response?: z.ZodType
  responseType?: 'file' | 'text'
  problems: readonly ProblemType[]
  rate: RateClass
}

/** Groups of routes, nested by concept: `api.jobs.provision`. */
export type Api = Record<string, Record<string, Route>>

/** Keeps the literal types of a route. */
export const route = <const R extends Route>(definition: R): R => definition

/** The parameters that a path names, all texts: `/jobs/:jobId` gives `{ jobId: string }`. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & PathParams<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : unknown

/** What a caller passes. */
export type Request<R extends Route> = Params<R> &
  Field<'query', SchemaOf<R, 'query'>, 'in'> &
  Field<'body', SchemaOf<R, 'body'>, 'in'>

/** What a handler receives: the same after validation and defaults. */
export type Validated<R extends Route> = { params: PathParams<R['path']> } & Field<
  'query',
  SchemaOf<R, 'query'>,
  'out'
> &
  Field<'body', SchemaOf<R, 'body'>, 'out'>

/** What the caller receives. */
export type Response<R extends Route> = R extends { response: infer S extends z.ZodType } ? z.output<S> : void

type Params<R extends Route> =
  unknown extends PathParams<R['path']> ? unknown : { params: PathParams<R['path']> }
type SchemaOf<R extends Route, K extends 'query' | 'body'> = R extends { [P in K]: infer S } ? S : undefined
type Field<K extends string, S, Side extends 'in' | 'out'> = S extends z.ZodType
  ? { [P in K]: Side extends 'in' ? z.input<S> : z.output<S> }
  : unknown
