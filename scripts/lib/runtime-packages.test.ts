import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyRuntimePackages } from './runtime-packages.ts'

const FROM = join(import.meta.dirname, '../../node_modules')

test('ONNX Runtime is copied whole, without its install script and what that needs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-runtime-'))
  const to = join(folder, 'node_modules')
  try {
    const versions = await copyRuntimePackages(FROM, to, ['onnxruntime-node'])
    expect(Object.keys(versions)).toEqual(['onnxruntime-node', 'onnxruntime-common'])
    const manifest = JSON.parse(
      await readFile(join(to, 'onnxruntime-node/package.json'), 'utf8'),
    ) as Record<string, unknown>
    expect(manifest).not.toHaveProperty('scripts')
    expect(manifest['dependencies']).toEqual({
      'onnxruntime-common': versions['onnxruntime-common'],
    })
    const libraries = join(to, 'onnxruntime-node/bin/napi-v6')
    expect((await readdir(libraries)).sort()).toEqual(['darwin', 'linux'])
    expect((await readdir(join(libraries, 'linux'))).sort()).toEqual(['arm64', 'x64'])
    // Not a second time under its full version.
    expect((await readdir(join(libraries, 'darwin/arm64'))).sort()).toEqual([
      'libonnxruntime.1.dylib',
      'onnxruntime_binding.node',
    ])
    expect(await readdir(join(to, 'onnxruntime-node'))).not.toContain('script')
    const { InferenceSession } = await import(join(to, 'onnxruntime-node/dist/index.js'))
    expect(InferenceSession).toBeTypeOf('function')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
