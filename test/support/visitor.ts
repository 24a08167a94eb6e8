/** A browser without scripts, as far as forms and cookies go: what the account pages are used with over real HTTP. */

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The path and query that a redirect leads to. */
  readonly location: string | null
}

type Fields = Readonly<Record<string, string | readonly string[]>>

export class Visitor {
  readonly baseUrl: string
  readonly cookies = new Map<string, string>()
  /** Every `Set-Cookie` that was received. */
  readonly received: string[] = []

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(path, { headers })
  }

  /** Sends a form from a page of the site; `headers` may say otherwise. */
  post(path: string, fields: Fields = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) {
      for (const each of [value].flat()) body.append(name, each as string)
    }
    return this.send(path, {
      method: 'POST',
      body: body.toString(),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: new URL(this.baseUrl).origin,
        'Sec-Fetch-Site': 'same-origin',
        ...headers,
      },
    })
  }

  /** As a browser does after a form: the page that the redirect leads to. */
  async follow(answer: Answer): Promise<Answer> {
    return answer.location === null ? answer : this.follow(await this.get(answer.location))
  }

  /** Takes the form of a page, with what it carries, and sends it with these values. */
  async submit(page: Answer, action: string, fields: Fields = {}): Promise<Answer> {
    const form = page.text.split('<form ').find(part => part.includes(`action="${action}"`)) ?? ''
    const carried = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
    const hidden = Object.fromEntries(carried.map(([, name = '', value = '']) => [name, value]))
    return this.post(action, { ...hidden, ...fields })
  }

  private async send(path: string, init: RequestInit): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = new Headers({ ...(init.headers as Record<string, string>), Cookie: cookie })
    // An empty value takes a header away.
    for (const [name, value] of [...headers]) if (value === '') headers.delete(name)
    const response = await fetch(this.baseUrl + path, { ...init, redirect: 'manual', headers })
    for (const line of response.headers.getSetCookie()) this.keep(line)
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: response.headers.get('location'),
    }
  }

  private keep(line: string): void {
    this.received.push(line)
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const expires = /expires=([^;]+)/i.exec(line)?.[1]
    if (expires && Date.parse(expires) <= Date.now()) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
