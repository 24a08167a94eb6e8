import { describe, expect, test } from '@jest/globals'
import { createBytesInFlight } from '../../src/http/limits/bytes-in-flight.ts'
import { createFollowers, followerBounds } from '../../src/http/limits/followers.ts'

const refused = (code: string, retryAfter?: number) =>
  expect.objectContaining({ code, ...(retryAfter !== undefined && { retryAfter }) })

describe('bytes that callers make the service hold', () => {
  test('are bounded per address and in total, up to the bound itself', () => {
    const bytes = createBytesInFlight('bodies', { perAddress: 10, total: 25 })
    bytes.take('a', 4)
    bytes.take('a', 6)
    expect(() => bytes.take('a', 1)).toThrow('too many large bodies of your address are under way; retry')
    bytes.take('b', 10)
    bytes.take('c', 5)
    expect(() => bytes.take('c', 1)).toThrow('too many large bodies are under way; retry')
    expect(() => bytes.take('c', 1)).toThrow(refused('overloaded'))
  })

  test('that were refused are not held', () => {
    const bytes = createBytesInFlight('answers', { perAddress: 10, total: 15 })
    expect(() => bytes.take('a', 11)).toThrow(refused('overloaded'))
    bytes.take('a', 10)
    expect(() => bytes.take('b', 6)).toThrow(refused('overloaded'))
    bytes.take('b', 5)
  })

  test('come back, of an address and of all', () => {
    const bytes = createBytesInFlight('bodies', { perAddress: 10, total: 10 })
    bytes.take('a', 10)
    bytes.give('a', 4)
    expect(() => bytes.take('a', 5)).toThrow('of your address')
    expect(() => bytes.take('b', 5)).toThrow('bodies are under way')
    bytes.take('b', 4)
    bytes.give('b', 4)
    bytes.take('a', 4)
    bytes.give('a', 10)
    bytes.take('b', 10)
  })

  test('of another address change nothing for one that holds none', () => {
    const bytes = createBytesInFlight('bodies', { perAddress: 10, total: 100 })
    bytes.give('a', 0)
    bytes.take('a', 10)
    expect(() => bytes.take('a', 1)).toThrow('of your address')
  })
})

describe('places of followers', () => {
  test('are bounded per address, where a subscriber of IPv6 is one', () => {
    const followers = createFollowers({ perAddress: 2, total: 10 })
    followers.enter('2001:db8::1')
    const leave = followers.enter('2001:db8::2')
    expect(() => followers.enter('2001:db8::3')).toThrow(refused('rate_limited', 30))
    followers.enter('2001:db8:0:1::1')
    leave()
    followers.enter('2001:db8::3')
  })

  test('are bounded in total', () => {
    const followers = createFollowers({ perAddress: 2, total: 3 })
    followers.enter('a')
    followers.enter('a')
    const leave = followers.enter('b')
    expect(() => followers.enter('c')).toThrow(refused('overloaded', 30))
    expect(() => followers.enter('c')).toThrow('all 3 places to follow graphs are taken')
    leave()
    followers.enter('c')
  })

  test('are given back once, however often it is said', () => {
    const followers = createFollowers({ perAddress: 3, total: 3 })
    const leave = followers.enter('a')
    followers.enter('a')
    followers.enter('a')
    leave()
    leave()
    followers.enter('a')
    expect(() => followers.enter('a')).toThrow(refused('rate_limited'))
    expect(() => followers.enter('b')).toThrow(refused('overloaded'))
  })

  test('suffice for an office', () => {
    const { enter } = createFollowers(followerBounds)
    for (let tab = 0; tab < 500; tab++) enter('192.0.2.1')
    expect(() => enter('192.0.2.1')).toThrow(refused('rate_limited'))
  })
})
