/**
 * Sets the seed of property tests for this run (`vitest.config.ts`). On a failure, fast-check prints the seed and the path of the
 * counterexample.
 */
import { configureGlobal, readConfigureGlobal } from 'fast-check';

const seed = Number(process.env['PROPERTY_SEED']);
if (!Number.isInteger(seed)) throw new Error('PROPERTY_SEED must be an integer');
configureGlobal({ ...readConfigureGlobal(), seed });
