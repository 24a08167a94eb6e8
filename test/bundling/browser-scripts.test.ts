import { Script } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { browserScript, browserScripts } from '../../src/bundling/browser-scripts.ts'

const forbidden = /\bimport\(|(?:^|;)import[\s{*'"]|\brequire\(|\beval\(|\bnew Function\b/

describe('the scripts for browsers', () => {
  test.each(browserScripts)('%s is one script that imports nothing and needs no eval', async name => {
    const code = await browserScript(name)
    expect(() => new Script(code)).not.toThrow()
    expect(forbidden.exec(code)).toBeNull()
  })

  test("the graph page's is at most 14 KB, and 6 KB compressed", async () => {
    const code = await browserScript('viewer')
    expect(code.length).toBeLessThanOrEqual(14 * 1024)
    expect(gzipSync(code).length).toBeLessThanOrEqual(6 * 1024)
  })
})
