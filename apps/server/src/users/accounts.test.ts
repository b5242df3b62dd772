import { describe, expect, test } from 'vitest'
import { password, problemOf, testApp } from '../api/testing/test-app.ts'
import { newId } from '../platform/ids.ts'

const app = testApp()
const names = { firstName: 'Grace', lastName: 'Hopper', mobilePhoneNumber: null }
const registration = (emailAddress: string, given = password) => ({
  body: { emailAddress, password: given, ...names },
})

const register = async (address: string) => app.current.client().users.register(registration(address))
const addressOf = (length: number) => `${newId()}@example.com`.padStart(length, 'a')

describe('registration', () => {
  test('[W-300] [W-304] [W-307] makes an account that can sign in', async () => {
    const { client, emailAddress } = await app.current.signIn()
    const { user } = await client.users.getSignInInfo()
    expect(user).toMatchObject({ emailAddress, firstName: 'Ada' })
  })

  test('[W-204] shows its user the ten fields of a user', async () => {
    const { accessToken, userId, emailAddress } = await app.current.signIn()
    const info: unknown = await (await app.current.fetch('/auth/info', {}, accessToken)).json()
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(info).toEqual({
      isAuthenticated: true,
      user: {
        id: userId,
        emailAddress,
        firstName: 'Ada',
        lastName: 'Lovelace',
        mobilePhoneNumber: null,
        createdUtc: moment,
        firstSignedInUtc: moment,
        lastSignedInUtc: moment,
        passwordLastChangedUtc: moment,
        isGlobalAdministrator: expect.any(Boolean),
      },
    })
  })

  test('[W-205] gets an access token, its life in seconds and a refresh token, and nothing else', async () => {
    const username = await app.current.register()
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    }
    const tokens: unknown = await (await app.current.fetch('/auth/login', init)).json()
    expect(tokens).toEqual({
      accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expiresIn: app.current.ctx.config.tokens.accessSeconds,
      refreshToken: expect.stringMatching(/^\S{20,}$/),
    })
  })

  test('refuses an address that differs only in case', async () => {
    const taken = await app.current.register()
    const again = taken.toUpperCase()
    const problem = await problemOf(app.current.client().users.register(registration(again)))
    expect(problem).toMatchObject({
      type: 'identityRegistrationValidationFailed',
      validationErrors: [{ code: 'DuplicateEmail', description: `Email '${again}' is already taken.` }],
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

  test('[W-287] describes what each identity code refuses', async () => {
    const taken = await app.current.register()
    const errorsOf = async (address: string, given: string) => {
      const problem = await problemOf(app.current.client().users.register(registration(address, given)))
      return (problem.validationErrors ?? []).map(({ code, description }) => [code, description])
    }
    expect(await errorsOf(`${newId()}@example.com`, 'ä')).toEqual([
      ['PasswordTooShort', 'Passwords must be at least 6 characters.'],
      ['PasswordRequiresNonAlphanumeric', 'Passwords must have at least one non alphanumeric character.'],
      ['PasswordRequiresDigit', "Passwords must have at least one digit ('0'-'9')."],
      ['PasswordRequiresUpper', "Passwords must have at least one uppercase ('A'-'Z')."],
    ])
    expect(await errorsOf(`${newId()}@example.com`, 'AAAA1!')).toEqual([
      ['PasswordRequiresLower', "Passwords must have at least one lowercase ('a'-'z')."],
    ])
    expect(await errorsOf(taken, password)).toEqual([
      ['DuplicateEmail', `Email '${taken}' is already taken.`],
    ])
  })

  test('refuses the most used passwords', async () => {
    const problem = await problemOf(
      app.current.client().users.register(registration('b@example.com', 'Password1!')),
    )
    expect(problem.validationErrors).toMatchObject([{ code: 'PasswordTooCommon' }])
  })

  test('[W-253] takes an address of 256 characters, and refuses a longer one and what is no address', async () => {
    await expect(register(addressOf(256))).resolves.toBeUndefined()
    expect((await problemOf(register(addressOf(257)))).validationErrors).toMatchObject([
      { property: 'emailAddress', description: 'Email address cannot be longer than 256 characters' },
    ])
    for (const address of ['a', 'a@', '@b.co', 'a b@c.de', 'a@b.co\r\nBcc: e@x.y', 'a@b.co, c@d.ef']) {
      expect((await problemOf(register(address))).validationErrors).toMatchObject([
        { property: 'emailAddress', description: 'Email address must be a valid email address' },
      ])
    }
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

  test('an address without an account is answered like one with an account, also when it is locked', async () => {
    const known = await app.current.register()
    const typesOf = async (username: string) => {
      const types: string[] = []
      for (let n = 0; n < 12; n++)
        types.push(
          (await problemOf(app.current.client().users.login({ body: { username, password: 'wrong' } }))).type,
        )
      return types
    }
    const ofUnknown = await typesOf(`Nobody-${known}`)
    expect(ofUnknown).toEqual(await typesOf(known))
    expect(ofUnknown.slice(9, 11)).toEqual(['identityCredentialsInvalid', 'identityAccountLockedOut'])
    const { login } = app.current.client().users
    const again = await problemOf(login({ body: { username: `nobody-${known}`, password } }))
    expect(again.type).toBe('identityAccountLockedOut')
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
    const { accessToken, emailAddress: username } = await app.current.signIn()
    const change = async (token?: string) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ newPassword: 'Another-horse-2' })
      return (await app.current.fetch('/auth/password', { method: 'PUT', headers, body }, token)).status
    }
    const login = async (given: string) =>
      app.current.client().users.login({ body: { username, password: given } })
    expect(await change()).toBe(401)
    expect((await login(password)).accessToken).not.toBe('')
    expect(await change(accessToken)).toBe(204)
    expect((await problemOf(login(password))).type).toBe('identityCredentialsInvalid')
    expect((await login('Another-horse-2')).accessToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })
})
