import fc from 'fast-check'

/** Property tests try the same values every time, so what fails is what changed. */
export const FIXED_SEED = 20_261_118

// `npm run fuzz` looks for what no run has tried yet, and prints the seed of what it finds.
if (process.env['FUZZ'] !== 'full') fc.configureGlobal({ seed: FIXED_SEED })
