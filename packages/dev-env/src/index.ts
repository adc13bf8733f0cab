/** Starts the whole product as a person would have it, for tests, benchmarks and `npm run dev`. */
export { readOutbox } from './read-outbox.ts';
export { type SignedIn, signIn } from './sign-in.ts';
export {
  findFreePort,
  makeDataDir,
  makePreparedDataDir,
  type Product,
  type ProductOptions,
  projectRoot,
  startProduct,
} from './start-product.ts';
export { type StandInPerson, type StandInTrouble, startWechatStandIn, type WechatStandIn } from './wechat-stand-in.ts';
