const metadataNamespace = 'http://soap.sforce.com/2006/04/metadata'

/** An org by its address and a token. */
export class RemoteOrg {
  constructor(origin, token) {
    this.origin = origin.replace(/\/+$/, '')
    this.token = token
  }

  /** A call; `body` is parsed when it is JSON. */
  async call(path, { method = 'GET', headers = {}, body, token = this.token } = {}) {
    const response = await fetch(this.origin + path, {
      method,
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    const isJson = (response.headers.get('content-type') ?? '').includes('json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson && text !== '' ? JSON.parse(text) : undefined,
    }
  }

  /** The highest version that the org speaks. */
  async version() {
    this.highest ??= (await this.call('/services/data', { token: null })).json.at(-1).version
    return this.highest
  }

  async rest(path, init) {
    return this.call(`/services/data/v${await this.version()}${path}`, init)
  }

  async query(soql, api = '') {
    return this.rest(`${api}/query/?q=${encodeURIComponent(soql)}`)
  }

  async soap(body, { token = this.token, version } = {}) {
    const envelope = `<?xml version="1.0" encoding="UTF-8"?><env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Header><SessionHeader xmlns="${metadataNamespace}"><sessionId>${token}</sessionId></SessionHeader></env:Header><env:Body>${body.replace(/^<(\w+)/, `<$1 xmlns="${metadataNamespace}"`)}</env:Body></env:Envelope>`
    return this.call(`/services/Soap/m/${version ?? (await this.version())}`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=UTF-8', soapaction: '""' },
      body: envelope,
      token: null,
    })
  }

  /** Asks until it is done. */
  async untilDone(body) {
    for (;;) {
      const answer = await this.soap(body)
      if (answer.status !== 200 || answer.text.includes('<done>true</done>')) return answer
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
}
