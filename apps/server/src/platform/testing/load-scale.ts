/** How large load and fuzz tests are: a tenth in `npm test`, everything in `npm run test:full` (`FULL_LOAD=1`). */

/** Returns a tenth of `full`, rounded up, or all of it in a full run. */
export const scaled = (full: number): number => (process.env['FULL_LOAD'] === '1' ? full : Math.ceil(full / 10));
