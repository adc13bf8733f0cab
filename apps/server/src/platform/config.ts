/** Reads and validates the environment once. All settings are documented in `docs/configuration.md`. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { type BackupSettings, backupEnvironment, backupSettings } from './backup-settings.ts';
import { type CdnSettings, cdnEnvironment, cdnSettings } from './cdn-settings.ts';
import { ConfigError } from './config-error.ts';
import { clientHostOf, contentUrlSettings, refuseSharedHost } from './content-url.ts';
import { type DictionarySettings, dictionaryEnvironment, dictionarySettings } from './dictionary-settings.ts';
import { isIpOrSubnet, isNarrowSubnet } from './http/trusted-proxies.ts';
import { type MailSettings, mailEnvironment, mailSettings } from './mail-settings.ts';
import { type OperatorSettings, operatorEnvironment, operatorSettings } from './operator-settings.ts';
import { type PaymentSettings, paymentEnvironment, paymentSettings } from './payment-settings.ts';
import { PROVIDER_URLS, type ProviderSettings, providerEnvironment, providerSettings } from './provider-settings.ts';
import { type QuietPeriod, quietPeriods } from './quiet-periods.ts';
import { readCertificateOf, readPrivateKey } from './read-key.ts';
import { type S3StoreSettings, s3Environment, s3Settings } from './s3-settings.ts';
import { decodeSecret, plainHttpProblems, refuseExposedDemo, SECRET_BYTES_MIN, secretProblems } from './safe-settings.ts';
import { readSettingFiles } from './setting-files.ts';
import { optionalText, supplierUrl } from './setting-kinds.ts';
import { type SignInSettings, signInEnvironment, signInSettings } from './sign-in-settings.ts';
import { type SpeechSettings, speechEnvironment, speechSettings } from './speech-settings.ts';

const flag = z
  .enum(['0', '1', 'true', 'false'])
  .default('0')
  .transform((value) => value === '1' || value === 'true');
const port = z.coerce.number().int().min(0).max(65_535);
/** Returns a schema of allowed values, whose Chinese error message lists them. */
const choice = <T extends string>(names: readonly [T, ...T[]]) =>
  z.enum(names, {
    error: ({ input }) => (input === 'aliyun' ? `还不支持 aliyun，现在可以使用：${names.join('、')}` : `须为 ${names.join('、')} 之一`),
  });
/** Returns a schema of server URLs. Its error message does not include the value, which contains a password. */
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
const DATA_DIR_DEFAULT = './data';
/** Endpoints of the Alibaba Cloud captcha by region: https://help.aliyun.com/zh/captcha/captcha2-0/user-guide/server-access */
const ALIYUN_CAPTCHA_ENDPOINTS = { cn: 'https://captcha.cn-shanghai.aliyuncs.com', sgp: 'https://captcha.ap-southeast-1.aliyuncs.com' };

const environment = z.object({
  MODE: z.enum(['demo', 'production']).default('demo'),
  PORT: port.default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default(DATA_DIR_DEFAULT),
  /** Variable (`production`, `development`) set by hosting platforms; it is only used to detect that production was intended. */
  NODE_ENV: optionalText,
  PUBLIC_URL: address.optional(),
  /** Whether production may use plain HTTP, for a school's own network. */
  ALLOW_HTTP: flag,
  /** URL of book content; `{book}` is replaced by the book's id. */
  CONTENT_URL: z
    .string()
    .refine(
      (value) => /^https?:\/\/[^/]+$/.test(value) && URL.canParse(value.replace('{book}', 'book')),
      '须为不带路径的网址，例如 https://{book}.books.example.com',
    )
    .optional(),
  ...cdnEnvironment,
  DATABASE_URL: serverUrl(/^postgres(?:ql)?:$/, 'postgresql://用户:密码@主机:5432/库名'),
  REDIS_URL: serverUrl(/^rediss?:$/, 'redis://主机:6379'),
  S3_ENDPOINT: serverUrl(/^https?:$/, 'https://s3.example.com'),
  ...s3Environment,
  /** Provider of SMS; `none`: no messages are sent, and users sign in with a password. */
  SMS_PROVIDER: choice(['outbox', 'aliyun', 'none']).default('outbox'),
  /** Maximum number of SMS of the whole system per hour (security.md §3). */
  SMS_PER_HOUR: z.coerce.number().int().min(1).default(2_000),
  /** Maximum number of sessions of one user per device type. */
  SESSIONS_PER_DEVICE_TYPE: z.coerce.number().int().min(1).max(20).default(1),
  /** Credentials of a RAM user whose permissions cover only the services enabled here. */
  ALIYUN_ACCESS_KEY_ID: optionalText,
  ALIYUN_ACCESS_KEY_SECRET: optionalText,
  ALIYUN_SMS_SIGN_NAME: optionalText,
  ALIYUN_SMS_TEMPLATE_LOGIN: optionalText,
  ALIYUN_SMS_TEMPLATE_BINDING: optionalText,
  ALIYUN_SMS_TEMPLATE_RESET_PASSWORD: optionalText,
  ALIYUN_SMS_ENDPOINT: supplierUrl('https://dysmsapi.aliyuncs.com'),
  ...providerEnvironment,
  /** Private key and certificate registered with the CARSI federation (PEM, also in one line with `\\n`). */
  CARSI_PRIVATE_KEY: optionalText,
  CARSI_CERTIFICATE: optionalText,
  CARSI_ENTITY_ID: optionalText,
  /** URL of the federation's discovery service; if it is absent, users search our own list of institutions. */
  CARSI_DISCOVERY_URL: optionalText.refine((value) => value === undefined || URL.canParse(value), '须为网址'),
  /** Comma-separated hosts (with port) of identity providers in the private network; all others must be public and use HTTPS. */
  INSTITUTION_PRIVATE_HOSTS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((part) => part.trim().toLowerCase() || [])),
  ...signInEnvironment,
  /** Whether a local page simulates the sign-in of institutions, which needs no other settings; on by default in a demo. */
  INSTITUTION_LOCAL: z
    .enum(['0', '1'])
    .optional()
    .transform((value) => (value === undefined ? undefined : value === '1')),
  /** Provider of the slider captcha; the image and audio captchas are always local. */
  CAPTCHA_PROVIDER: choice(['local', 'aliyun']).default('local'),
  ALIYUN_CAPTCHA_SCENE_ID: optionalText,
  ALIYUN_CAPTCHA_PREFIX: optionalText,
  ALIYUN_CAPTCHA_REGION: choice(['cn', 'sgp']).default('cn'),
  ALIYUN_CAPTCHA_ENDPOINT: supplierUrl(ALIYUN_CAPTCHA_ENDPOINTS.cn),
  ...paymentEnvironment,
  /**
   * Secret key of at least 32 bytes in base64, from which the keys for login tokens, content tickets, download tickets and other purposes
   * are derived. If it is absent, one is generated and stored in DATA_DIR (demo only).
   */
  SECRET_KEY: optionalText,
  METRICS_TOKEN: optionalText,
  /** Whether `/docs` and `/openapi.json` are served. */
  API_DOCS: z
    .enum(['0', '1'])
    .default('1')
    .transform((value) => value === '1'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((proxies) => proxies.every(isIpOrSubnet), { error: '须为 IP 地址或网段，用逗号分开，例如 10.0.0.0/8', abort: true })
    .refine((proxies) => proxies.every(isNarrowSubnet), '的网段过大：任何人都能冒充其他来源地址，请只写反向代理自己的地址'),
  OPERATOR_CONTACT: z.string().default('请联系部署本平台的单位'),
  /** Number of working days within which applications of teachers and authors are decided, as shown to applicants. */
  OPERATOR_REVIEW_DAYS: z.coerce.number().int().min(1).max(60).default(3),
  ...backupEnvironment,
  UPDATE_QUIET: quietPeriods,
  ...mailEnvironment,
  ...operatorEnvironment,
  ...dictionaryEnvironment,
  ...speechEnvironment,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  TEST_CLOCK: flag,
  /**
   * Whether `createDownloadLink` accepts the login token itself as a part of its URL path, as a literal reading of the specification
   * requires (security.md §2).
   */
  TOKEN_IN_DOWNLOAD_PATH: z
    .enum(['0', '1'])
    .default('1')
    .transform((value) => value === '1'),
  /** Whether this process runs jobs; 0 leaves them to other processes. */
  RUN_JOBS: z
    .enum(['0', '1'])
    .default('1')
    .transform((value) => value === '1'),
});

export interface Config extends SignInSettings, ProviderSettings, PaymentSettings, CdnSettings {
  readonly mode: 'demo' | 'production';
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Origin of the web client, without a trailing slash. */
  readonly publicUrl: string;
  /** Origin of book content with `{book}` for the book's id, or one origin for all books on a second port. */
  readonly contentUrl: string;
  /** Port of book content; undefined if book content has host names of its own. */
  readonly contentPort: number | undefined;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly s3: S3StoreSettings | undefined;
  readonly smsProvider: 'outbox' | 'aliyun' | 'none';
  /** Settings of Alibaba Cloud SMS; present if `smsProvider` is `aliyun`. */
  readonly aliyunSms:
    | {
        endpoint: string;
        accessKeyId: string;
        accessKeySecret: string;
        signName: string;
        templates: { login: string; binding: string; resetPassword: string };
      }
    | undefined;
  /** Registration with CARSI; absent if this platform is not a member of CARSI. */
  readonly carsi: { entityId: string | undefined; privateKey: string; certificate: string; discoveryUrl: string | undefined } | undefined;
  /** Hosts of identity providers that may be in the private network. */
  readonly institutionPrivateHosts: readonly string[];
  /** Whether a local page simulates the sign-in of institutions, which needs no other settings. */
  readonly institutionLocal: boolean;
  /** Settings of scheduled backups; absent if no backups are scheduled. */
  readonly backup: BackupSettings | undefined;
  readonly smsPerHour: number;
  readonly sessionsPerDeviceType: number;
  readonly mail: MailSettings;
  readonly captchaProvider: 'local' | 'aliyun';
  /** Settings of the Alibaba Cloud captcha; present if `captchaProvider` is `aliyun`. */
  readonly aliyunCaptcha:
    | { endpoint: string; accessKeyId: string; accessKeySecret: string; sceneId: string; prefix: string; region: 'cn' | 'sgp' }
    | undefined;
  readonly secretKey: string | undefined;
  readonly metricsToken: string | undefined;
  /** Whether `/docs` and `/openapi.json` are served. */
  readonly apiDocs: boolean;
  readonly trustedProxies: readonly string[];
  readonly operatorContact: string;
  /** Maximum number of working days until an application is decided, as shown to applicants. */
  readonly reviewDays: number;
  /** Periods in which clients do not have to install a mandatory update. */
  readonly quietPeriods: readonly QuietPeriod[];
  /** Name and contact details of the operator, shown on the help pages. */
  readonly operator: OperatorSettings;
  /** The operator's dictionaries and translation service. */
  readonly dictionary: DictionarySettings;
  /** The operator's speech service; absent if reading aloud uses the voices of the devices only. */
  readonly speech: SpeechSettings | undefined;
  readonly logLevel: string;
  readonly testClock: boolean;
  readonly tokenInDownloadPath: boolean;
  readonly runJobs: boolean;
}

const SUPPLIER_URLS = [
  'ALIYUN_SMS_ENDPOINT',
  'ALIYUN_CAPTCHA_ENDPOINT',
  ...PROVIDER_URLS,
  'WECHAT_PAY_API_URL',
  'ALIPAY_GATEWAY_URL',
] as const;

const refuseTestSettingsInProduction = (env: z.output<typeof environment>): void => {
  if (env.MODE !== 'production') return;
  const problems: string[] = [];
  if (env.SMS_PROVIDER === 'outbox')
    problems.push(
      'SMS_PROVIDER 不能为 outbox（本地短信出件箱只用于演示；SMS_PROVIDER=aliyun 经阿里云发送，SMS_PROVIDER=none 关闭短信登录，只用密码登录）',
    );
  if (env.PAY_PROVIDERS?.includes('local'))
    problems.push('PAY_PROVIDERS 不能有 local（演示支付不会收款；改用 wechat、alipay，或留空关闭购买）');
  if (env.WECHAT_LOCAL === true) problems.push('WECHAT_LOCAL 不能为 1（演示微信授权不核对身份）');
  if (env.INSTITUTION_LOCAL === true) problems.push('INSTITUTION_LOCAL 不能为 1（演示机构登录不核对身份）');
  if (env.SECOND_FACTOR === 'optional') problems.push('SECOND_FACTOR 不能为 optional（管理员、编辑和财务须使用两步验证）');
  if (env.TEST_CLOCK) problems.push('TEST_CLOCK 不能打开');
  if (env.SECRET_KEY === undefined) problems.push('缺少 SECRET_KEY');
  if (env.PUBLIC_URL === undefined) problems.push('缺少 PUBLIC_URL');
  if (env.CONTENT_URL === undefined) problems.push('缺少 CONTENT_URL（图书内容须在独立域名下，例如 https://{book}.books.example.com）');
  for (const name of SUPPLIER_URLS) if (!env[name].startsWith('https:')) problems.push(`${name} 须为 https 网址`);
  problems.push(...plainHttpProblems(env), ...secretProblems(env.SECRET_KEY));
  if (problems.length > 0) throw new ConfigError(`生产模式拒绝启动：${problems.join('；')}`);
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
  const { ALIYUN_CAPTCHA_REGION: region, ALIYUN_CAPTCHA_ENDPOINT: configured } = env;
  const endpoint = configured === ALIYUN_CAPTCHA_ENDPOINTS.cn ? ALIYUN_CAPTCHA_ENDPOINTS[region] : configured;
  return { endpoint, accessKeyId, accessKeySecret, sceneId, prefix, region };
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

/** Names of all settings; each may also be read from a file (`NAME_FILE`). */
export const SETTING_NAMES: readonly string[] = Object.keys(environment.shape);

/** Returns the data folder, for a command that must work where the other settings are not those of a server. */
export const dataDirOf = (given: Record<string, string | undefined>): string => path.resolve(given['DATA_DIR'] || DATA_DIR_DEFAULT);

/**
 * Parses the environment (usually `process.env`); any setting may be in a file instead (`NAME_FILE`). Throws `ConfigError` with a Chinese
 * message that names the setting.
 */
export const readConfig = (given: Record<string, string | undefined>): Config => {
  const env = readSettingFiles(given, SETTING_NAMES);
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    throw new ConfigError(`设置有误：${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('；')}`);
  }
  const settings = parsed.data;
  refuseTestSettingsInProduction(settings);
  const publicUrl = settings.PUBLIC_URL ?? `http://${clientHostOf(settings.HOST)}:${settings.PORT}`;
  const content = contentUrlSettings(settings, publicUrl);
  refuseExposedDemo(settings, publicUrl, env['MODE'] !== undefined);
  refuseSharedHost(content, publicUrl);
  if (settings.SECRET_KEY !== undefined && decodeSecret(settings.SECRET_KEY) === undefined)
    throw new ConfigError(`SECRET_KEY 须为至少 ${SECRET_BYTES_MIN} 字节随机数的 base64，可用 openssl rand -base64 32 生成`);
  return {
    mode: settings.MODE,
    port: settings.PORT,
    host: settings.HOST,
    dataDir: path.resolve(settings.DATA_DIR),
    publicUrl,
    ...content,
    ...cdnSettings(settings, publicUrl, content.contentUrl),
    databaseUrl: settings.DATABASE_URL,
    redisUrl: settings.REDIS_URL,
    s3: s3Settings(settings),
    smsProvider: settings.SMS_PROVIDER,
    backup: backupSettings(settings),
    quietPeriods: settings.UPDATE_QUIET,
    smsPerHour: settings.SMS_PER_HOUR,
    sessionsPerDeviceType: settings.SESSIONS_PER_DEVICE_TYPE,
    mail: mailSettings(settings),
    dictionary: dictionarySettings(settings),
    speech: speechSettings(settings),
    aliyunSms: aliyunSmsSettings(settings),
    ...providerSettings(settings),
    carsi: carsiSettings(settings),
    institutionPrivateHosts: settings.INSTITUTION_PRIVATE_HOSTS,
    institutionLocal: settings.INSTITUTION_LOCAL ?? settings.MODE === 'demo',
    ...signInSettings(settings),
    captchaProvider: settings.CAPTCHA_PROVIDER,
    aliyunCaptcha: aliyunCaptchaSettings(settings),
    ...paymentSettings(settings),
    secretKey: settings.SECRET_KEY,
    metricsToken: settings.METRICS_TOKEN,
    apiDocs: settings.API_DOCS,
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

/** Returns a new random 32-byte secret in base64. */
export const makeSecret = (): string => randomBytes(32).toString('base64');
