/** Texts of sign-in with a provider, from its name in the contract. */
import { type SignInProvider, signInProvider, signInProviders } from '@shufang/contract';

/** The names of all providers, as part of a list. */
export const providerNames = signInProvider.options.map((provider) => signInProviders[provider].name).join('、');

const textsWith = (name: string) => ({
  /** Name of the way to sign in: title, link and button. */
  title: `${name}登录`,
  intro: {
    qrCode: `用${name}扫一扫，在手机上确认后登录。`,
    redirect: `将打开${name}的授权页，确认后登录。`,
    inApp: `在${name}里确认后登录，不用扫码。`,
  },
  frame: `${name}扫码登录`,
  loading: `正在准备${name}二维码`,
  popup: `在新窗口中打开${name}登录`,
  startFailed: `没能打开${name}登录，请换一种方式或稍后再试。`,

  working: `正在完成${name}登录……`,
  failedTitle: `${name}登录没有完成`,
  refused: `您没有在${name}里同意授权。`,
  bindIntro: (nickname: string) =>
    `${nickname === '' ? '您' : `${nickname}，您`}是第一次用${name}登录。绑定手机号后，两种方式登录的是同一个账号。`,
  bound: `${name}已绑定`,

  name,
  bind: `绑定${name}`,
  unbindAsk: `解除后，将不能再用这个${name}登录。您仍可用手机号登录。`,
  removed: `已解除${name}绑定`,
});

const texts = Object.fromEntries(signInProvider.options.map((provider) => [provider, textsWith(signInProviders[provider].name)])) as Record<
  SignInProvider,
  ReturnType<typeof textsWith>
>;

export const providerText = (provider: SignInProvider) => texts[provider];

/** Returns the title of each provider, for lists of parts of the service. */
export const providerTitles = Object.fromEntries(signInProvider.options.map((provider) => [provider, texts[provider].title])) as Record<
  SignInProvider,
  string
>;
