/** What the pages, the server and the tests use of this package. */
export { drawItems, shuffle } from './random/shuffle.ts';
export { createRandomStream, type RandomStream, RNG_VERSION } from './random/xoshiro128.ts';
