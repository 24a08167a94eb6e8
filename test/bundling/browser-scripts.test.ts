import { Script, SourceTextModule } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { type BrowserScript, browserScript, browserScripts } from '../../src/bundling/browser-scripts.ts'

/** Imported by the viewer when they are wanted. */
const modules: readonly BrowserScript[] = ['sharing', 'following']
const forbidden = /\bimport\(["'`]|(?:^|;)import[\s{*'"]|\brequire\(|\beval\(|\bnew Function\b/

describe('the scripts for browsers', () => {
  test.each(browserScripts)('%s is one script that brings all it needs, without eval', async name => {
    const code = await browserScript(name)
    expect(() => (modules.includes(name) ? new SourceTextModule(code) : new Script(code))).not.toThrow()
    expect(forbidden.exec(code)).toBeNull()
  })

  test("the graph page's is at most 16 KB, and 7 KB compressed", async () => {
    const code = await browserScript('viewer')
    expect(code.length).toBeLessThanOrEqual(16 * 1024)
    expect(gzipSync(code).length).toBeLessThanOrEqual(7 * 1024)
  })
})
