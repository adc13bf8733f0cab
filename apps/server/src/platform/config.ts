/** Reads the environment once, checks it, and names every setting (documented in `docs/configuration.md`). */
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { isAddressOrNetwork } from './http/trusted-proxies.ts';
import { type MailSettings, mailEnvironment, mailSettings } from './mail-settings.ts';
import { type OperatorSettings, operatorEnvironment, operatorSettings } from './operator-settings.ts';
import { readCertificateOf, readPrivateKey, readPublicKey } from './read-key.ts';

const flag = z
  .enum(['0', '1', 'true', 'false'])
  .default('0')
  .transform((value) => value === '1' || value === 'true');
const port = z.coerce.number().int().min(0).max(65_535);
const optionalText = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
  .optional();
/** Chinese text for a closed choice; a supplier without an adapter must not look as if it worked. */
const choice = <T extends string>(names: readonly [T, ...T[]]) =>
  z.enum(names, {
    error: ({ input }) => (input === 'aliyun' ? `还不支持 aliyun，现在可以使用：${names.join('、')}` : `须为 ${names.join('、')} 之一`),
  });
/** Never says what was given: it holds a password. */
const serverUrl = (protocol: RegExp, example: string) =>
  z
    .string()
    .trim()
    .refine(
      (value) => value === '' || (URL.canParse(value) && protocol.test(new URL(value).protocol)),
      `须为网址，例如 ${example}；用户名和密码中的特殊字符须编码（如 @ 写作 %40）`,
    )
    .transform((value) => (value === '' ? undefined : value))
    .optional();
const address = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
/** Where a supplier is called; another place than the supplier's own only for tests. */
const supplierUrl = (own: string) =>
  optionalText
    .refine((value) => value === undefined || /^https?:\/\/[^?#]+$/.test(value), `须为网址，例如 ${own}`)
    .transform((value) => (value ?? own).replace(/\/+$/, ''));

/** https://help.aliyun.com/zh/captcha/captcha2-0/user-guide/server-access */
const ALIYUN_CAPTCHA_ENDPOINTS = { cn: 'https://captcha.cn-shanghai.aliyuncs.com', sgp: 'https://captcha.ap-southeast-1.aliyuncs.com' };

const environment = z.object({
  MODE: z.enum(['demo', 'production']).default('demo'),
  PORT: port.default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  PUBLIC_URL: address.optional(),
  /** Address of book content; `{book}` stands for the book's id. */
  CONTENT_URL: z
    .string()
    .refine(
      (value) => /^https?:\/\/[^/]+$/.test(value) && URL.canParse(value.replace('{book}', 'book')),
      '须为不带路径的网址，例如 https://{book}.books.example.com',
    )
    .optional(),
  DATABASE_URL: serverUrl(/^postgres(?:ql)?:$/, 'postgresql://用户:密码@主机:5432/库名'),
  REDIS_URL: serverUrl(/^rediss?:$/, 'redis://主机:6379'),
  S3_ENDPOINT: serverUrl(/^https?:$/, 'https://s3.example.com'),
  S3_BUCKET: optionalText,
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  /** `none`: no message is ever sent, people sign in with a password. */
  SMS_PROVIDER: choice(['outbox', 'aliyun', 'none']).default('outbox'),
  /** Messages the whole system may send in an hour (security.md §3). */
  SMS_PER_HOUR: z.coerce.number().int().min(1).default(2_000),
  /** Of a RAM user that may do no more than what is switched on here. */
  ALIYUN_ACCESS_KEY_ID: optionalText,
  ALIYUN_ACCESS_KEY_SECRET: optionalText,
  ALIYUN_SMS_SIGN_NAME: optionalText,
  ALIYUN_SMS_TEMPLATE_LOGIN: optionalText,
  ALIYUN_SMS_TEMPLATE_BINDING: optionalText,
  ALIYUN_SMS_TEMPLATE_RESET_PASSWORD: optionalText,
  ALIYUN_SMS_ENDPOINT: supplierUrl('https://dysmsapi.aliyuncs.com'),
  WECHAT_APP_ID: optionalText,
  WECHAT_APP_SECRET: optionalText,
  WECHAT_AUTHORIZE_URL: supplierUrl('https://open.weixin.qq.com/connect/qrconnect'),
  WECHAT_API_URL: supplierUrl('https://api.weixin.qq.com'),
  /** CARSI: the key and certificate the federation knows this platform by (PEM, also in one line with `\\n`). */
  CARSI_PRIVATE_KEY: optionalText,
  CARSI_CERTIFICATE: optionalText,
  CARSI_ENTITY_ID: optionalText,
  /** The federation's own list of institutions; left out, people search in ours. */
  CARSI_DISCOVERY_URL: optionalText.refine((value) => value === undefined || URL.canParse(value), '须为网址'),
  /** Hosts (with port) of identity providers in the own network, with commas: all others must be public and https. */
  INSTITUTION_PRIVATE_HOSTS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((part) => part.trim().toLowerCase() || [])),
  /** A page of ours plays institutions that have no settings; in a demo on when nothing is said. */
  INSTITUTION_LOCAL: z
    .enum(['0', '1'])
    .optional()
    .transform((value) => (value === undefined ? undefined : value === '1')),
  /** Whose slider; the picture and the spoken digits are always ours. */
  CAPTCHA_PROVIDER: choice(['local', 'aliyun']).default('local'),
  ALIYUN_CAPTCHA_SCENE_ID: optionalText,
  ALIYUN_CAPTCHA_PREFIX: optionalText,
  ALIYUN_CAPTCHA_REGION: choice(['cn', 'sgp']).default('cn'),
  ALIYUN_CAPTCHA_ENDPOINT: supplierUrl(ALIYUN_CAPTCHA_ENDPOINTS.cn),
  /** Which ways to pay are offered, in this order; in a demo `local` when nothing is said. */
  PAY_PROVIDERS: z
    .string()
    .optional()
    .transform((value) => value?.split(',').flatMap((part) => part.trim() || []))
    .pipe(z.array(z.enum(['wechat', 'alipay', 'local'], '须为 wechat、alipay、local，以逗号分隔')).optional()),
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
  /** 32 bytes or more, base64; signs login tokens and tickets. Made and kept in DATA_DIR when absent (demo only). */
  SECRET_KEY: optionalText,
  METRICS_TOKEN: optionalText,
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((proxies) => proxies.every(isAddressOrNetwork), '须为 IP 地址或网段，用逗号分开，例如 10.0.0.0/8'),
  OPERATOR_CONTACT: z.string().default('请联系部署本平台的单位'),
  /** Working days within which applications of teachers and authors are answered, as they are told. */
  OPERATOR_REVIEW_DAYS: z.coerce.number().int().min(1).max(60).default(3),
  ...mailEnvironment,
  ...operatorEnvironment,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  TEST_CLOCK: flag,
  /** A whole login token may stand in the address of the download-link call, as the specification read literally has it (security.md §2). */
  TOKEN_IN_DOWNLOAD_PATH: z
    .enum(['0', '1'])
    .default('1')
    .transform((value) => value === '1'),
  /** Jobs run in this process as well; 0 for a front end that leaves them to others. */
  RUN_JOBS: z
    .enum(['0', '1'])
    .default('1')
    .transform((value) => value === '1'),
});

export interface Config {
  readonly mode: 'demo' | 'production';
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Origin of the web client, without a trailing slash. */
  readonly publicUrl: string;
  /** Origin of book content with `{book}` for the book's id, or one origin for all books on a second port. */
  readonly contentUrl: string;
  /** Set when book content has no host name of its own and is served on this second port. */
  readonly contentPort: number | undefined;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | undefined;
  readonly smsProvider: 'outbox' | 'aliyun' | 'none';
  /** Given where `smsProvider` is `aliyun`. */
  readonly aliyunSms:
    | {
        endpoint: string;
        accessKeyId: string;
        accessKeySecret: string;
        signName: string;
        templates: { login: string; binding: string; resetPassword: string };
      }
    | undefined;
  /** Left out: nobody signs in with WeChat. */
  readonly wechat: { appId: string; appSecret: string; authorizeUrl: string; apiUrl: string } | undefined;
  /** Left out: this platform has not joined CARSI. */
  readonly carsi: { entityId: string | undefined; privateKey: string; certificate: string; discoveryUrl: string | undefined } | undefined;
  /** Hosts of identity providers that may lie in the own network. */
  readonly institutionPrivateHosts: readonly string[];
  /** True: a page of ours plays institutions that have no settings of their own. */
  readonly institutionLocal: boolean;
  readonly smsPerHour: number;
  readonly mail: MailSettings;
  readonly captchaProvider: 'local' | 'aliyun';
  /** Given where `captchaProvider` is `aliyun`. */
  readonly aliyunCaptcha:
    | { endpoint: string; accessKeyId: string; accessKeySecret: string; sceneId: string; prefix: string; region: 'cn' | 'sgp' }
    | undefined;
  /** Offered in this order; empty: nothing can be bought. */
  readonly payProviders: readonly ('wechat' | 'alipay' | 'local')[];
  /** Given where it is one of `payProviders`; keys as PEM. */
  readonly wechatPay:
    | {
        appId: string;
        mchId: string;
        serialNo: string;
        privateKey: string;
        platformKeyId: string;
        platformKey: string;
        apiV3Key: string;
        apiUrl: string;
      }
    | undefined;
  readonly alipay: { appId: string; sellerId: string | undefined; privateKey: string; alipayKey: string; gatewayUrl: string } | undefined;
  readonly secretKey: string | undefined;
  readonly metricsToken: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly operatorContact: string;
  /** Working days an applicant is told to wait at most. */
  readonly reviewDays: number;
  /** Shown on the help pages. */
  readonly operator: OperatorSettings;
  readonly logLevel: string;
  readonly testClock: boolean;
  readonly tokenInDownloadPath: boolean;
  readonly runJobs: boolean;
}

const SUPPLIER_URLS = [
  'ALIYUN_SMS_ENDPOINT',
  'ALIYUN_CAPTCHA_ENDPOINT',
  'WECHAT_AUTHORIZE_URL',
  'WECHAT_API_URL',
  'WECHAT_PAY_API_URL',
  'ALIPAY_GATEWAY_URL',
] as const;

const refuseTestPartsInProduction = (env: z.output<typeof environment>): void => {
  if (env.MODE !== 'production') return;
  const faults: string[] = [];
  if (env.SMS_PROVIDER === 'outbox')
    faults.push(
      'SMS_PROVIDER 不能为 outbox（本地短信出件箱只用于演示；SMS_PROVIDER=aliyun 经阿里云发送，SMS_PROVIDER=none 关闭短信登录，只用密码登录）',
    );
  if (env.PAY_PROVIDERS?.includes('local'))
    faults.push('PAY_PROVIDERS 不能有 local（演示支付不会收款；改用 wechat、alipay，或留空关闭购买）');
  if (env.INSTITUTION_LOCAL === true) faults.push('INSTITUTION_LOCAL 不能为 1（演示机构登录不核对身份）');
  if (env.TEST_CLOCK) faults.push('TEST_CLOCK 不能打开');
  if (env.SECRET_KEY === undefined) faults.push('缺少 SECRET_KEY');
  if (env.PUBLIC_URL === undefined) faults.push('缺少 PUBLIC_URL');
  if (env.CONTENT_URL === undefined) faults.push('缺少 CONTENT_URL（图书内容须在独立域名下，例如 https://{book}.books.example.com）');
  for (const name of SUPPLIER_URLS) if (!env[name].startsWith('https:')) faults.push(`${name} 须为 https 网址`);
  if (faults.length > 0) throw new ConfigError(`生产模式拒绝启动：${faults.join('；')}`);
};

const s3Settings = (env: z.output<typeof environment>): Config['s3'] => {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (endpoint === undefined && bucket === undefined) return undefined;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    throw new ConfigError('S3 存储须同时设置 S3_ENDPOINT、S3_BUCKET、S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY');
  }
  return { endpoint, bucket, region: env.S3_REGION, accessKeyId, secretAccessKey };
};

const aliyunSmsSettings = (env: z.output<typeof environment>): Config['aliyunSms'] => {
  if (env.SMS_PROVIDER !== 'aliyun') return undefined;
  const needed = {
    ALIYUN_ACCESS_KEY_ID: env.ALIYUN_ACCESS_KEY_ID,
    ALIYUN_ACCESS_KEY_SECRET: env.ALIYUN_ACCESS_KEY_SECRET,
    ALIYUN_SMS_SIGN_NAME: env.ALIYUN_SMS_SIGN_NAME,
    ALIYUN_SMS_TEMPLATE_LOGIN: env.ALIYUN_SMS_TEMPLATE_LOGIN,
    ALIYUN_SMS_TEMPLATE_BINDING: env.ALIYUN_SMS_TEMPLATE_BINDING,
    ALIYUN_SMS_TEMPLATE_RESET_PASSWORD: env.ALIYUN_SMS_TEMPLATE_RESET_PASSWORD,
  };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length > 0) throw new ConfigError(`SMS_PROVIDER=aliyun 还须设置 ${missing.join('、')}`);
  const { ALIYUN_ACCESS_KEY_ID: accessKeyId = '', ALIYUN_ACCESS_KEY_SECRET: accessKeySecret = '' } = needed;
  const { ALIYUN_SMS_SIGN_NAME: signName = '', ALIYUN_SMS_TEMPLATE_LOGIN: login = '' } = needed;
  const { ALIYUN_SMS_TEMPLATE_BINDING: binding = '', ALIYUN_SMS_TEMPLATE_RESET_PASSWORD: resetPassword = '' } = needed;
  return { endpoint: env.ALIYUN_SMS_ENDPOINT, accessKeyId, accessKeySecret, signName, templates: { login, binding, resetPassword } };
};

const aliyunCaptchaSettings = (env: z.output<typeof environment>): Config['aliyunCaptcha'] => {
  if (env.CAPTCHA_PROVIDER !== 'aliyun') return undefined;
  const needed = {
    ALIYUN_ACCESS_KEY_ID: env.ALIYUN_ACCESS_KEY_ID,
    ALIYUN_ACCESS_KEY_SECRET: env.ALIYUN_ACCESS_KEY_SECRET,
    ALIYUN_CAPTCHA_SCENE_ID: env.ALIYUN_CAPTCHA_SCENE_ID,
    ALIYUN_CAPTCHA_PREFIX: env.ALIYUN_CAPTCHA_PREFIX,
  };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length > 0) throw new ConfigError(`CAPTCHA_PROVIDER=aliyun 还须设置 ${missing.join('、')}`);
  const { ALIYUN_ACCESS_KEY_ID: accessKeyId = '', ALIYUN_ACCESS_KEY_SECRET: accessKeySecret = '' } = needed;
  const { ALIYUN_CAPTCHA_SCENE_ID: sceneId = '', ALIYUN_CAPTCHA_PREFIX: prefix = '' } = needed;
  const { ALIYUN_CAPTCHA_REGION: region, ALIYUN_CAPTCHA_ENDPOINT: asked } = env;
  const endpoint = asked === ALIYUN_CAPTCHA_ENDPOINTS.cn ? ALIYUN_CAPTCHA_ENDPOINTS[region] : asked;
  return { endpoint, accessKeyId, accessKeySecret, sceneId, prefix, region };
};

const wechatSettings = (env: z.output<typeof environment>): Config['wechat'] => {
  const { WECHAT_APP_ID: appId, WECHAT_APP_SECRET: appSecret, WECHAT_AUTHORIZE_URL: authorizeUrl, WECHAT_API_URL: apiUrl } = env;
  if (appId === undefined && appSecret === undefined) return undefined;
  if (appId === undefined || appSecret === undefined) throw new ConfigError('微信登录须同时设置 WECHAT_APP_ID、WECHAT_APP_SECRET');
  return { appId, appSecret, authorizeUrl, apiUrl };
};

const carsiSettings = (env: z.output<typeof environment>): Config['carsi'] => {
  const { CARSI_PRIVATE_KEY: key, CARSI_CERTIFICATE: text, CARSI_ENTITY_ID: entityId, CARSI_DISCOVERY_URL: discoveryUrl } = env;
  if (key === undefined && text === undefined) return undefined;
  if (key === undefined || text === undefined) throw new ConfigError('CARSI 须同时设置 CARSI_PRIVATE_KEY、CARSI_CERTIFICATE');
  const privateKey = readPrivateKey(key);
  if (privateKey === undefined) throw new ConfigError('CARSI_PRIVATE_KEY 不是可用的 RSA 密钥（PEM，可写成一行并以 \\n 表示换行）');
  const certificate = readCertificateOf(text, privateKey);
  if (certificate === undefined)
    throw new ConfigError('CARSI_CERTIFICATE 不是 CARSI_PRIVATE_KEY 的证书（PEM，可写成一行并以 \\n 表示换行）');
  return { entityId, privateKey, certificate, discoveryUrl };
};

/** All of them, or a sentence that names those that are missing. */
const needAll = <T extends Record<string, string | undefined>>(what: string, needed: T): { [K in keyof T]: string } => {
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length > 0) throw new ConfigError(`${what} 还须设置 ${missing.join('、')}`);
  return needed as { [K in keyof T]: string };
};

const needKey = (name: string, text: string, read: (text: string) => string | undefined): string => {
  const key = read(text);
  if (key === undefined) throw new ConfigError(`${name} 不是可用的 RSA 密钥（PEM，可写成一行并以 \\n 表示换行）`);
  return key;
};

const API_V3_KEY_BYTES = 32;

const wechatPaySettings = (env: z.output<typeof environment>): Config['wechatPay'] => {
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
  return {
    appId: given.WECHAT_PAY_APP_ID,
    mchId: given.WECHAT_PAY_MCH_ID,
    serialNo: given.WECHAT_PAY_SERIAL_NO,
    privateKey: needKey('WECHAT_PAY_PRIVATE_KEY', given.WECHAT_PAY_PRIVATE_KEY, readPrivateKey),
    platformKeyId: given.WECHAT_PAY_PUBLIC_KEY_ID,
    platformKey: needKey('WECHAT_PAY_PUBLIC_KEY', given.WECHAT_PAY_PUBLIC_KEY, readPublicKey),
    apiV3Key: given.WECHAT_PAY_API_V3_KEY,
    apiUrl: env.WECHAT_PAY_API_URL,
  };
};

const alipaySettings = (env: z.output<typeof environment>): Config['alipay'] => {
  if (env.PAY_PROVIDERS?.includes('alipay') !== true) return undefined;
  const { ALIPAY_APP_ID, ALIPAY_PRIVATE_KEY, ALIPAY_PUBLIC_KEY } = env;
  const given = needAll('PAY_PROVIDERS 有 alipay 时', { ALIPAY_APP_ID, ALIPAY_PRIVATE_KEY, ALIPAY_PUBLIC_KEY });
  return {
    appId: given.ALIPAY_APP_ID,
    sellerId: env.ALIPAY_SELLER_ID,
    privateKey: needKey('ALIPAY_PRIVATE_KEY', given.ALIPAY_PRIVATE_KEY, readPrivateKey),
    alipayKey: needKey('ALIPAY_PUBLIC_KEY', given.ALIPAY_PUBLIC_KEY, readPublicKey),
    gatewayUrl: env.ALIPAY_GATEWAY_URL,
  };
};

/** Where book content lives when nobody says: a host name per book beside `localhost`, else the next port of the same address. */
const contentPlace = (env: z.output<typeof environment>, publicUrl: string): Pick<Config, 'contentUrl' | 'contentPort'> => {
  if (env.CONTENT_URL !== undefined) {
    const secondPort = env.CONTENT_URL.includes('{book}') ? undefined : Number(new URL(env.CONTENT_URL).port) || undefined;
    return { contentUrl: env.CONTENT_URL, contentPort: secondPort === env.PORT ? undefined : secondPort };
  }
  const { protocol, hostname, port: publicPort } = new URL(publicUrl);
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0 && bare !== '127.0.0.1' && bare !== '::1') {
    return { contentUrl: `${protocol}//${hostname}:${env.PORT + 1}`, contentPort: env.PORT + 1 };
  }
  const host = isIP(bare) !== 0 ? 'localhost' : hostname;
  return { contentUrl: `${protocol}//{book}.${host}${publicPort ? `:${publicPort}` : ''}`, contentPort: undefined };
};

const refuseSharedHost = ({ contentUrl }: Pick<Config, 'contentUrl'>, publicUrl: string): void => {
  if (new URL(contentUrl.replace('{book}', 'book')).host === new URL(publicUrl).host)
    throw new ConfigError(
      'CONTENT_URL 不能与 PUBLIC_URL 使用同一个主机：图书内容须在独立的域名或端口下，例如 https://{book}.books.example.com',
    );
};

/** The name of this machine a client can use when only the listening address is known. */
const hostOfAddress = (host: string): string => {
  if (isIP(host) === 0 || ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};

/** Parses `env` (usually `process.env`). Throws `ConfigError` with a Chinese sentence naming the setting. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    throw new ConfigError(`设置有误：${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('；')}`);
  }
  const settings = parsed.data;
  refuseTestPartsInProduction(settings);
  const publicUrl = settings.PUBLIC_URL ?? `http://${hostOfAddress(settings.HOST)}:${settings.PORT}`;
  const content = contentPlace(settings, publicUrl);
  refuseSharedHost(content, publicUrl);
  return {
    mode: settings.MODE,
    port: settings.PORT,
    host: settings.HOST,
    dataDir: path.resolve(settings.DATA_DIR),
    publicUrl,
    ...content,
    databaseUrl: settings.DATABASE_URL,
    redisUrl: settings.REDIS_URL,
    s3: s3Settings(settings),
    smsProvider: settings.SMS_PROVIDER,
    smsPerHour: settings.SMS_PER_HOUR,
    mail: mailSettings(settings),
    aliyunSms: aliyunSmsSettings(settings),
    wechat: wechatSettings(settings),
    carsi: carsiSettings(settings),
    institutionPrivateHosts: settings.INSTITUTION_PRIVATE_HOSTS,
    institutionLocal: settings.INSTITUTION_LOCAL ?? settings.MODE === 'demo',
    captchaProvider: settings.CAPTCHA_PROVIDER,
    aliyunCaptcha: aliyunCaptchaSettings(settings),
    payProviders: [...new Set(settings.PAY_PROVIDERS ?? (settings.MODE === 'demo' ? (['local'] as const) : []))],
    wechatPay: wechatPaySettings(settings),
    alipay: alipaySettings(settings),
    secretKey: settings.SECRET_KEY,
    metricsToken: settings.METRICS_TOKEN,
    trustedProxies: settings.TRUSTED_PROXIES,
    operatorContact: settings.OPERATOR_CONTACT,
    reviewDays: settings.OPERATOR_REVIEW_DAYS,
    operator: operatorSettings(settings),
    logLevel: settings.LOG_LEVEL,
    testClock: settings.TEST_CLOCK,
    tokenInDownloadPath: settings.TOKEN_IN_DOWNLOAD_PATH,
    runJobs: settings.RUN_JOBS,
  };
};

/** A fresh 32-byte secret in base64. */
export const makeSecret = (): string => randomBytes(32).toString('base64');
