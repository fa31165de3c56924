import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIXED_SEED } from '../support/properties/fixed-seed.ts'

const ROOT = join(import.meta.dirname, '../..')

test.skipIf(process.env['FUZZ'] === 'full')('property tests try the same values every time', () => {
  expect(fc.readConfigureGlobal().seed).toBe(FIXED_SEED)
  const tried: number[][] = [[], []]
  for (const values of tried) {
    fc.assert(fc.property(fc.integer(), (value) => void values.push(value)))
  }
  expect(tried[0]).toEqual(tried[1])
})

test('fresh seeds, and all of the largest bodies, are tried every night', () => {
  const workflow = readFileSync(join(ROOT, '.github/workflows/nightly.yml'), 'utf8')
  expect(workflow).toMatch(/^ {2}schedule:\n {4}- cron: /m)
  expect(workflow).toContain('npm run fuzz')
  const files = /npm run chaos -- (.+)$/m.exec(workflow)?.[1]?.split(' ') ?? []
  expect(files.map((name) => existsSync(join(ROOT, `${name}.test.ts`)))).toEqual([true, true])
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(scripts.fuzz).toMatch(
    /^FUZZ=full vitest run --project unit --project hostile \$\(grep -rlF fc\.assert /,
  )
})
