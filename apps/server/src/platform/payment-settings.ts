/** Settings of payments, a part of `config.ts`. */
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { readPrivateKey, readPublicKey } from './read-key.ts';
import { needAll, optionalText, someOf, supplierUrl } from './setting-kinds.ts';

export const paymentEnvironment = {
  /** Payment providers in the order in which they are shown; in a demo the default is `local`. */
  PAY_PROVIDERS: z
    .string()
    .optional()
    .transform((value) => value?.split(',').flatMap((part) => part.trim() || []))
    .pipe(z.array(z.enum(['wechat', 'alipay', 'local'], '须为 wechat、alipay、local，以逗号分隔')).optional()),
  /** Payment methods that WeChat Pay has granted to the merchant account. */
  WECHAT_PAY_PRODUCTS: someOf(['native', 'jsapi', 'h5']),
  ALIPAY_PRODUCTS: someOf(['page', 'wap']),
  WECHAT_PAY_APP_ID: optionalText,
  WECHAT_PAY_MCH_ID: optionalText,
  WECHAT_PAY_SERIAL_NO: optionalText,
  WECHAT_PAY_PRIVATE_KEY: optionalText,
  WECHAT_PAY_PUBLIC_KEY_ID: optionalText,
  WECHAT_PAY_PUBLIC_KEY: optionalText,
  WECHAT_PAY_API_V3_KEY: optionalText,
  WECHAT_PAY_API_URL: supplierUrl('https://api.mch.weixin.qq.com'),
  ALIPAY_APP_ID: optionalText,
  ALIPAY_SELLER_ID: optionalText,
  ALIPAY_PRIVATE_KEY: optionalText,
  ALIPAY_PUBLIC_KEY: optionalText,
  ALIPAY_GATEWAY_URL: supplierUrl('https://openapi.alipay.com/gateway.do'),
};

type Environment = z.output<z.ZodObject<typeof paymentEnvironment>> & {
  readonly MODE: 'demo' | 'production';
  readonly WECHAT_MP_APP_ID?: string | undefined;
  readonly WECHAT_MP_APP_SECRET?: string | undefined;
};

export interface PaymentSettings {
  /** Enabled payment providers in the order in which they are shown; if it is empty, nothing can be bought. */
  readonly payProviders: readonly ('wechat' | 'alipay' | 'local')[];
  /** Settings of WeChat Pay, with keys as PEM; present if it is among `payProviders`. */
  readonly wechatPay:
    | {
        appId: string;
        products: readonly ('native' | 'jsapi' | 'h5')[];
        accountAppId: string | undefined;
        mchId: string;
        serialNo: string;
        privateKey: string;
        platformKeyId: string;
        platformKey: string;
        apiV3Key: string;
        apiUrl: string;
      }
    | undefined;
  readonly alipay:
    | {
        appId: string;
        products: readonly ('page' | 'wap')[];
        sellerId: string | undefined;
        privateKey: string;
        alipayKey: string;
        gatewayUrl: string;
      }
    | undefined;
}

const needKey = (name: string, text: string, read: (text: string) => string | undefined): string => {
  const key = read(text);
  if (key === undefined) throw new ConfigError(`${name} 不是可用的 RSA 密钥（PEM，可写成一行并以 \\n 表示换行）`);
  return key;
};

const API_V3_KEY_BYTES = 32;

const wechatPaySettings = (env: Environment): PaymentSettings['wechatPay'] => {
  if (env.PAY_PROVIDERS?.includes('wechat') !== true) return undefined;
  const { WECHAT_PAY_APP_ID, WECHAT_PAY_MCH_ID, WECHAT_PAY_SERIAL_NO, WECHAT_PAY_PRIVATE_KEY } = env;
  const { WECHAT_PAY_PUBLIC_KEY_ID, WECHAT_PAY_PUBLIC_KEY, WECHAT_PAY_API_V3_KEY } = env;
  const given = needAll('PAY_PROVIDERS 有 wechat 时', {
    WECHAT_PAY_APP_ID,
    WECHAT_PAY_MCH_ID,
    WECHAT_PAY_SERIAL_NO,
    WECHAT_PAY_PRIVATE_KEY,
    WECHAT_PAY_PUBLIC_KEY_ID,
    WECHAT_PAY_PUBLIC_KEY,
    WECHAT_PAY_API_V3_KEY,
  });
  if (Buffer.byteLength(given.WECHAT_PAY_API_V3_KEY) !== API_V3_KEY_BYTES) throw new ConfigError('WECHAT_PAY_API_V3_KEY 须为 32 个字符');
  const products = env.WECHAT_PAY_PRODUCTS;
  if (products.includes('jsapi') && (env.WECHAT_MP_APP_ID === undefined || env.WECHAT_MP_APP_SECRET === undefined))
    throw new ConfigError('WECHAT_PAY_PRODUCTS 有 jsapi 时还须设置 WECHAT_MP_APP_ID、WECHAT_MP_APP_SECRET（与商户号绑定的公众号）');
  return {
    appId: given.WECHAT_PAY_APP_ID,
    products,
    accountAppId: env.WECHAT_MP_APP_ID,
    mchId: given.WECHAT_PAY_MCH_ID,
    serialNo: given.WECHAT_PAY_SERIAL_NO,
    privateKey: needKey('WECHAT_PAY_PRIVATE_KEY', given.WECHAT_PAY_PRIVATE_KEY, readPrivateKey),
    platformKeyId: given.WECHAT_PAY_PUBLIC_KEY_ID,
    platformKey: needKey('WECHAT_PAY_PUBLIC_KEY', given.WECHAT_PAY_PUBLIC_KEY, readPublicKey),
    apiV3Key: given.WECHAT_PAY_API_V3_KEY,
    apiUrl: env.WECHAT_PAY_API_URL,
  };
};

const alipaySettings = (env: Environment): PaymentSettings['alipay'] => {
  if (env.PAY_PROVIDERS?.includes('alipay') !== true) return undefined;
  const { ALIPAY_APP_ID, ALIPAY_PRIVATE_KEY, ALIPAY_PUBLIC_KEY } = env;
  const given = needAll('PAY_PROVIDERS 有 alipay 时', { ALIPAY_APP_ID, ALIPAY_PRIVATE_KEY, ALIPAY_PUBLIC_KEY });
  return {
    appId: given.ALIPAY_APP_ID,
    products: env.ALIPAY_PRODUCTS,
    sellerId: env.ALIPAY_SELLER_ID,
    privateKey: needKey('ALIPAY_PRIVATE_KEY', given.ALIPAY_PRIVATE_KEY, readPrivateKey),
    alipayKey: needKey('ALIPAY_PUBLIC_KEY', given.ALIPAY_PUBLIC_KEY, readPublicKey),
    gatewayUrl: env.ALIPAY_GATEWAY_URL,
  };
};

export const paymentSettings = (env: Environment): PaymentSettings => ({
  payProviders: [...new Set(env.PAY_PROVIDERS ?? (env.MODE === 'demo' ? (['local'] as const) : []))],
  wechatPay: wechatPaySettings(env),
  alipay: alipaySettings(env),
});
