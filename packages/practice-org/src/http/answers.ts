import type { Answer } from './request.ts'

/** A JSON answer; `body` is serialised as it is, undefined members are left out. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=UTF-8', ...headers },
    body: JSON.stringify(body),
  }
}

/** An error as REST and Tooling answer it: an array with one entry, whatever the status. */
export function restError(status: number, errorCode: string, message: string): Answer {
  return json(status, [{ message, errorCode }])
}

/**
 * A page of the setup pages. Only own styles and scripts run in it. Forms may lead anywhere,
 * because an approval sends the browser back to the app.
 */
export function html(status: number, body: string): Answer {
  return {
    status,
    headers: {
      'content-type': 'text/html;charset=UTF-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self' *; img-src 'self' data:",
      'cache-control': 'no-store',
    },
    body,
  }
}

/** A plain answer, for what is neither JSON nor a page. */
export function text(status: number, body: string, type = 'text/plain;charset=UTF-8'): Answer {
  return { status, headers: { 'content-type': type }, body }
}

/** 303: the browser follows with GET, also after a form. */
export function redirect(location: string): Answer {
  return { status: 303, headers: { location } }
}
