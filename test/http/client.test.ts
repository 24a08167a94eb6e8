import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from '@jest/globals'
import { clientAddress, clientScheme } from '../../src/http/middleware/client.ts'
import { networkOf } from '../../src/http/network.ts'
import { contextOf } from '../support/context.ts'

const request = (headers: Record<string, string>, remoteAddress = '10.0.0.1', encrypted?: true) =>
  ({ headers, socket: { remoteAddress, ...(encrypted && { encrypted }) } }) as unknown as IncomingMessage

describe("the client's address, TRUST_PROXY", () => {
  const address = (hops: number, forwarded: string | undefined, remote?: string) =>
    clientAddress(request(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }, remote), hops)

  test.each<[number, string | undefined, string]>([
    [0, undefined, '10.0.0.1'],
    [0, '192.0.2.1', '10.0.0.1'],
    [1, undefined, '10.0.0.1'],
    [1, '192.0.2.1', '192.0.2.1'],
    // Left of what the believed proxy wrote stands what the client sent.
    [1, '203.0.113.66, 192.0.2.1', '192.0.2.1'],
    [2, '203.0.113.66, 192.0.2.1, 10.0.0.9', '192.0.2.1'],
    [2, '192.0.2.1, 10.0.0.9', '192.0.2.1'],
    // Fewer proxies than believed: the first entry is the farthest that is known.
    [3, '192.0.2.1', '192.0.2.1'],
    [1, ' 192.0.2.1 ', '192.0.2.1'],
    [1, '192.0.2.1:4711', '192.0.2.1'],
    [1, '[2001:db8::1]:4711', '2001:db8::1'],
    [1, '2001:DB8::1', '2001:db8::1'],
    [1, '::ffff:192.0.2.1', '192.0.2.1'],
    [1, 'unknown', '10.0.0.1'],
    [1, '', '10.0.0.1'],
    [1, '192.0.2.1,', '10.0.0.1'],
    [1, '<script>', '10.0.0.1'],
    [1, '[2001:db8::1', '10.0.0.1'],
    [1, 'x[2001:db8::1]', '10.0.0.1'],
    [1, '2001:db8::192.0.2.1', '2001:db8::192.0.2.1'],
    [1, '[2001:db8::1]', '2001:db8::1'],
    [1, '::FFFF:192.0.2.1', '192.0.2.1'],
  ])('%i believed, X-Forwarded-For %j: %s', (hops, forwarded, expected) => {
    expect(address(hops, forwarded)).toBe(expected)
  })

  test('of a socket that speaks IPv4 in IPv6', () => {
    expect(address(0, undefined, '::ffff:127.0.0.1')).toBe('127.0.0.1')
  })

  test('of a socket without one, such as a file, is what it says of itself', () => {
    expect(address(0, undefined, '/run/plotgate.sock')).toBe('/run/plotgate.sock')
    expect(address(1, 'unknown', '/run/plotgate.sock')).toBe('/run/plotgate.sock')
    expect(clientAddress({ headers: {}, socket: {} } as unknown as IncomingMessage, 0)).toBe('')
  })
})

describe('a request', () => {
  const headers = {
    'x-forwarded-for': '203.0.113.66, 192.0.2.1',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    host: 'x.org:8443',
  }

  test('behind a trusted proxy is that of the client, everywhere', () => {
    const { ip, ips, host, protocol, secure } = contextOf({ headers, hops: 1 }).request
    expect({ ip, ips, host, protocol, secure }).toEqual({
      ip: '192.0.2.1',
      ips: ['192.0.2.1'],
      host: 'x.org:8443',
      protocol: 'https',
      secure: true,
    })
  })

  test('without a trusted proxy is that of the connection', () => {
    const { ip, ips, host, protocol, secure } = contextOf({ headers, address: '198.51.100.4' }).request
    expect({ ip, ips, host, protocol, secure }).toEqual({
      ip: '198.51.100.4',
      ips: ['198.51.100.4'],
      host: 'x.org:8443',
      protocol: 'http',
      secure: false,
    })
  })

  test('of HTTP/1.0 may have no host', () => {
    const ctx = contextOf()
    delete ctx.req.headers.host
    expect(ctx.request.host).toBe('')
  })
})

describe("the client's scheme", () => {
  test.each<[number, string, 'http' | 'https']>([
    [0, 'https', 'http'],
    [1, 'https', 'https'],
    [1, 'HTTPS', 'https'],
    [1, 'https, http', 'http'],
    [2, 'https, http', 'https'],
    [2, 'https', 'https'],
    [1, 'gopher', 'http'],
    [2, 'http, https', 'http'],
  ])('%i believed, X-Forwarded-Proto %j: %s', (hops, forwarded, expected) => {
    expect(clientScheme(request({ 'x-forwarded-proto': forwarded }), hops)).toBe(expected)
  })

  test('of a socket with TLS', () => {
    expect(clientScheme(request({}, '10.0.0.1', true), 0)).toBe('https')
    // Where the proxy says that its client had none, that counts.
    expect(clientScheme(request({ 'x-forwarded-proto': 'http' }, '10.0.0.1', true), 1)).toBe('http')
    expect(clientScheme(request({ 'x-forwarded-proto': 'gopher' }, '10.0.0.1', true), 1)).toBe('https')
  })
})

describe('addresses of one IPv6 /64', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['fe80:1:2:3:4:5:6:7%eth0', 'fe80:1:2:3::/64'],
    ['2001:db8::2:3:4:5:6', '2001:db8:0:2::/64'],
    ['::1:2:3:4:5:6:7', '0:1:2:3::/64'],
    ['::2:3:4:5:6:7', '0:0:2:3::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['1::8', '1:0:0:0::/64'],
    ['2001:DB8:A:B::1', '2001:db8:a:b::/64'],
    ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64'],
    ['::3:4:5:6:192.0.2.1', '0:0:3:4::/64'],
    ['::3:4:5:6:192.0.2.111', '0:0:3:4::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%s counts as %s', (address, counted) => {
    expect(networkOf(address)).toBe(counted)
  })
})
