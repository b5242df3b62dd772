import { z } from 'zod'
import { requiredText } from './fields.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'
import { authorizationResult, deviceCodeInitiation, webServerInitiation } from './salesforce-sign-in.ts'

const ofStack = '/workspaces/:workspaceId/stacks/:stackId/salesforce/auth' as const
const signInUrl = requiredText('Salesforce sign-in URL', limits.url)
const username = requiredText('Username', limits.username)

const webServerBeginning = z.strictObject({
  signInUrl,
  /** A callback URL of the app; whoever calls receives the code there. */
  redirectUri: z.url({ protocol: /^https?$/ }).max(limits.url),
})

/** What Salesforce gave to the callback URL: a code, or in `error` why there is none, in its words. */
const callbackAnswer = z.strictObject({
  state: z.string().min(1).max(limits.encryptedToken),
  code: z.string().min(1).max(limits.url).optional(),
  error: z.string().min(1).max(limits.url).optional(),
  errorDescription: z.string().max(limits.url).optional(),
})
type CallbackAnswer = z.infer<typeof callbackAnswer>
const isComplete = ({ code, error }: Pick<CallbackAnswer, 'code' | 'error'>): boolean =>
  (code === undefined) !== (error === undefined)
const needed = { path: ['code'], message: 'Either code or error is required' }

const webServerEnd = callbackAnswer.refine(isComplete, needed)

/** The same with the secret of the app that the caller brought, where the app asks for one. */
const webServerEndOfOwnApp = callbackAnswer
  .extend({ clientSecret: z.string().min(1).max(limits.clientSecret).optional() })
  .refine(isComplete, needed)

/**
 * The calls that sign in to Salesforce. Each way exists with the app of this server, or one that the caller brings, for a stack that
 * is to be made, and with the app of a stack; what the latter ends with can be saved at that stack only.
 */
export const signInRoutes = {
  startDeviceCodeSignIn: route({
    method: 'POST',
    path: '/salesforce/auth/device-code',
    summary: 'Begin a Salesforce sign-in in the browser',
    access: 'anonymous',
    body: z.strictObject({ signInUrl }),
    response: deviceCodeInitiation,
    problems: ['validationFailed', 'sfdcCredentialsInvalid', 'tooManyRequests'],
    rate: 'deviceCodeStart',
  }),
  pollDeviceCodeSignIn: route({
    method: 'GET',
    path: '/salesforce/auth/device-code/:deviceCode',
    summary: 'Whether the sign-in is finished; 404 when the code is gone',
    access: 'anonymous',
    query: z.strictObject({ signInUrl }),
    response: authorizationResult,
    problems: ['entityNotFound', 'sfdcCredentialsInvalid', 'tooManyRequests'],
    rate: 'deviceCodePoll',
  }),
  startWebServerSignIn: route({
    method: 'POST',
    path: '/salesforce/auth/web-server',
    summary: 'Begin a Salesforce sign-in by the OAuth web server flow with PKCE',
    access: 'anonymous',
    body: webServerBeginning.extend({
      /** Of an app that the caller brings; without one it is the app of this server. */
      clientId: requiredText('Client id', limits.clientId).optional(),
    }),
    response: webServerInitiation,
    problems: ['validationFailed', 'tooManyRequests'],
    rate: 'deviceCodeStart',
  }),
  completeWebServerSignIn: route({
    method: 'POST',
    path: '/salesforce/auth/web-server/complete',
    summary: 'Complete it with the code that Salesforce gave to the callback URL',
    access: 'anonymous',
    body: webServerEndOfOwnApp,
    response: authorizationResult,
    problems: ['sfdcCredentialsInvalid', 'tooManyRequests'],
    rate: 'credentialCheck',
  }),
  signInWithPassword: route({
    method: 'POST',
    path: '/salesforce/auth/username-password',
    summary: 'Check stored Salesforce credentials and seal them',
    access: 'anonymous',
    body: z.strictObject({
      signInUrl,
      username: requiredText('Username', limits.username),
      password: requiredText('Password', limits.password + limits.securityToken),
    }),
    response: authorizationResult,
    problems: ['sfdcCredentialsInvalid', 'sfdcCredentialsPasswordExpired', 'tooManyRequests'],
    rate: 'credentialCheck',
  }),
  signInWithJwt: route({
    method: 'POST',
    path: '/salesforce/auth/jwt-bearer',
    summary: 'Sign in by the OAuth JWT bearer flow with an app and its private key, and seal both',
    access: 'anonymous',
    body: z.strictObject({
      signInUrl,
      username,
      clientId: requiredText('Client id', limits.clientId),
      privateKey: requiredText('Private key', limits.privateKey),
    }),
    response: authorizationResult,
    problems: ['validationFailed', 'sfdcCredentialsInvalid', 'tooManyRequests'],
    rate: 'credentialCheck',
  }),
  startDeviceCodeSignInOfStack: route({
    method: 'POST',
    path: `${ofStack}/device-code`,
    summary: "Begin a Salesforce sign-in in the browser with the stack's app; polled as every other",
    access: 'updateStack',
    body: z.strictObject({ signInUrl }),
    response: deviceCodeInitiation,
    problems: ['validationFailed', 'sfdcCredentialsInvalid', 'tooManyRequests'],
    rate: 'deviceCodeStart',
  }),
  startWebServerSignInOfStack: route({
    method: 'POST',
    path: `${ofStack}/web-server`,
    summary: "Begin a Salesforce sign-in by the OAuth web server flow with the stack's app",
    access: 'updateStack',
    body: webServerBeginning,
    response: webServerInitiation,
    problems: ['validationFailed', 'tooManyRequests'],
    rate: 'deviceCodeStart',
  }),
  completeWebServerSignInOfStack: route({
    method: 'POST',
    path: `${ofStack}/web-server/complete`,
    summary: 'Complete it with the code that Salesforce gave to the callback URL',
    access: 'updateStack',
    body: webServerEnd,
    response: authorizationResult,
    problems: ['sfdcCredentialsInvalid', 'tooManyRequests'],
    rate: 'credentialCheck',
  }),
  signInWithJwtOfStack: route({
    method: 'POST',
    path: `${ofStack}/jwt-bearer`,
    summary: "Sign in by the OAuth JWT bearer flow with the stack's app and private key",
    access: 'updateStack',
    body: z.strictObject({ signInUrl, username }),
    response: authorizationResult,
    problems: ['validationFailed', 'sfdcCredentialsMissing', 'sfdcCredentialsInvalid', 'tooManyRequests'],
    rate: 'credentialCheck',
  }),
}
