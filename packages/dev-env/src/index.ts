/** Starts the complete product for tests, benchmarks and `npm run dev`. */

export { type FakeWechat, type FakeWechatFailure, type FakeWechatUser, startFakeWechat, WECHAT_AGENT } from './fake-wechat.ts';
export { readOutbox } from './read-outbox.ts';
export { type SignedIn, signIn } from './sign-in.ts';
export { type LookUpServices, startLookUpServices } from './start-look-up-services.ts';
export {
  connectProduct,
  findFreePort,
  makeDataDir,
  makePreparedDataDir,
  type Product,
  type ProductOptions,
  prepareDataDir,
  projectRoot,
  type RunningProduct,
  serverArguments,
  startProduct,
} from './start-product.ts';
export { type SpeechService, startSpeechService } from './start-speech-service.ts';
