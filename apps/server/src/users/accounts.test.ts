import { describe, expect, test } from 'vitest'
import { password, problemOf, testApp } from '../api/testing/test-app.ts'

const app = testApp()
const names = { firstName: 'Grace', lastName: 'Hopper', mobilePhoneNumber: null }
const registration = (emailAddress: string, given = password) => ({
  body: { emailAddress, password: given, ...names },
})

describe('registration', () => {
  test('[W-300] [W-304] [W-307] makes an account that can sign in', async () => {
    const { client, emailAddress } = await app.current.signIn()
    const { user } = await client.users.getSignInInfo()
    expect(user).toMatchObject({ emailAddress, firstName: 'Ada' })
  })

  test('[W-287] refuses an address that differs only in case', async () => {
    const taken = await app.current.register()
    const problem = await problemOf(app.current.client().users.register(registration(taken.toUpperCase())))
    expect(problem).toMatchObject({
      type: 'identityRegistrationValidationFailed',
      validationErrors: [{ code: 'DuplicateEmail' }],
    })
  })

  test('[W-262] names every broken password rule', async () => {
    const problem = await problemOf(app.current.client().users.register(registration('a@example.com', 'abc')))
    expect(problem.validationErrors?.map(({ code }) => code)).toEqual([
      'PasswordTooShort',
      'PasswordRequiresNonAlphanumeric',
      'PasswordRequiresDigit',
      'PasswordRequiresUpper',
    ])
  })

  test('refuses the most used passwords', async () => {
    const problem = await problemOf(
      app.current.client().users.register(registration('b@example.com', 'Password1!')),
    )
    expect(problem.validationErrors).toMatchObject([{ code: 'PasswordTooCommon' }])
  })

  test('[W-253] refuses what is no address', async () => {
    const problem = await problemOf(app.current.client().users.register(registration('a b@example.com')))
    expect(problem.validationErrors?.[0]?.description).toBe('Email address must be a valid email address')
  })
})

describe('sign-in', () => {
  test('an unknown user and a wrong password look the same', async () => {
    const username = await app.current.register()
    const wrong = await problemOf(app.current.client().users.login({ body: { username, password: 'no' } }))
    const unknown = await problemOf(
      app.current.client().users.login({ body: { username: 'x@y.z', password: 'no' } }),
    )
    expect({ ...wrong, traceId: '' }).toEqual({ ...unknown, traceId: '' })
  })

  test('ten wrong passwords at once lock the account, and the right one does not open it', async () => {
    const username = await app.current.register()
    const login = async (given: string) =>
      problemOf(app.current.client().users.login({ body: { username, password: given } }))
    const types = (await Promise.all(Array.from({ length: 14 }, async () => login('wrong')))).map(
      (p) => p.type,
    )
    expect(types.filter((type) => type === 'identityCredentialsInvalid')).toHaveLength(10)
    expect((await login(password)).type).toBe('identityAccountLockedOut')
  })

  test('a right password clears the count', async () => {
    const username = await app.current.register()
    for (let i = 0; i < 9; i++) {
      await problemOf(app.current.client().users.login({ body: { username, password: 'wrong' } }))
    }
    await app.current.signIn(username)
    const problem = await problemOf(
      app.current.client().users.login({ body: { username, password: 'wrong' } }),
    )
    expect(problem.type).toBe('identityCredentialsInvalid')
  })

  test('[W-305] signing out ends the session at once', async () => {
    const { client } = await app.current.signIn()
    await client.users.logout()
    expect(await client.users.getSignInInfo()).toEqual({ isAuthenticated: false, user: null })
  })
})

describe('the own account', () => {
  test('[W-308] changes its name and nothing that is not offered', async () => {
    const { client, accessToken } = await app.current.signIn()
    await client.users.update({ body: { firstName: 'Augusta' } })
    const raise = await app.current.fetch(
      '/auth/user',
      {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ firstName: 'Eve', isGlobalAdministrator: true }),
      },
      accessToken,
    )
    expect(await raise.json()).toMatchObject({ type: 'patchPropertyNotAllowed', status: 400 })
    expect((await client.users.getSignInInfo()).user).toMatchObject({
      firstName: 'Augusta',
      isGlobalAdministrator: false,
    })
  })

  test('a new password ends the other sessions and keeps this one', async () => {
    const here = await app.current.signIn()
    const there = await app.current.signIn(here.emailAddress)
    await here.client.users.changePassword({ body: { newPassword: 'Another-horse-2' } })
    expect((await here.client.users.getSignInInfo()).isAuthenticated).toBe(true)
    expect((await there.client.users.getSignInInfo()).isAuthenticated).toBe(false)
  })

  test('[W-303] a new password opens the account and the old one does not', async () => {
    const { client, emailAddress: username } = await app.current.signIn()
    const login = async (given: string) =>
      app.current.client().users.login({ body: { username, password: given } })
    await client.users.changePassword({ body: { newPassword: 'Another-horse-2' } })
    expect((await problemOf(login(password))).type).toBe('identityCredentialsInvalid')
    expect((await login('Another-horse-2')).accessToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })
})
