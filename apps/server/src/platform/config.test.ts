import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';

const PRODUCTION = {
  MODE: 'production',
  PUBLIC_URL: 'https://books.example.com',
  CONTENT_URL: 'https://{book}.books.example.com',
  SECRET_KEY: 'a secret',
  SMS_PROVIDER: 'none',
};

const ALIYUN_SMS = {
  SMS_PROVIDER: 'aliyun',
  ALIYUN_ACCESS_KEY_ID: 'an-id',
  ALIYUN_ACCESS_KEY_SECRET: 'a-secret',
  ALIYUN_SMS_SIGN_NAME: '书房',
  ALIYUN_SMS_TEMPLATE_LOGIN: 'SMS_1',
  ALIYUN_SMS_TEMPLATE_BINDING: 'SMS_2',
  ALIYUN_SMS_TEMPLATE_RESET_PASSWORD: 'SMS_3',
};

/** The sentence of a refusal. */
const refusalOf = (env: Record<string, string | undefined>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
};

test('proxies in front are addresses or networks', () => {
  expect(readConfig({ TRUSTED_PROXIES: ' 10.0.0.0/8, 203.0.113.9,2001:db8::/32 ' }).trustedProxies).toEqual([
    '10.0.0.0/8',
    '203.0.113.9',
    '2001:db8::/32',
  ]);
  for (const wrong of ['nginx', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0/8', '2001:db8::/129'])
    expect(refusalOf({ TRUSTED_PROXIES: wrong }), wrong).toMatch(/TRUSTED_PROXIES.*须为 IP 地址或网段/);
});

describe('production', () => {
  test('starts with its settings, without short messages', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({ mode: 'production', smsProvider: 'none', captchaProvider: 'local', testClock: false });
  });

  test.each([
    [{ SMS_PROVIDER: 'outbox' }, /SMS_PROVIDER 不能为 outbox.*SMS_PROVIDER=none/],
    [{ SMS_PROVIDER: undefined }, /SMS_PROVIDER 不能为 outbox/],
    [{ TEST_CLOCK: '1' }, /TEST_CLOCK 不能打开/],
    [{ PAY_PROVIDERS: 'local' }, /PAY_PROVIDERS 不能有 local/],
    [{ SECRET_KEY: undefined }, /缺少 SECRET_KEY/],
    [{ SECRET_KEY: ' ' }, /缺少 SECRET_KEY/],
    [{ PUBLIC_URL: undefined }, /缺少 PUBLIC_URL/],
    [{ CONTENT_URL: undefined }, /缺少 CONTENT_URL/],
  ] as const)('refuses %o', (change, sentence) => {
    expect(refusalOf({ ...PRODUCTION, ...change })).toMatch(/^生产模式拒绝启动：/);
    expect(refusalOf({ ...PRODUCTION, ...change })).toMatch(sentence);
  });

  test('starts with a supplier of messages and with WeChat, called where they live', () => {
    expect(readConfig({ ...PRODUCTION, ...ALIYUN_SMS, WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 'secret' })).toMatchObject({
      smsProvider: 'aliyun',
      aliyunSms: {
        endpoint: 'https://dysmsapi.aliyuncs.com',
        signName: '书房',
        templates: { login: 'SMS_1', binding: 'SMS_2', resetPassword: 'SMS_3' },
      },
      wechat: { authorizeUrl: 'https://open.weixin.qq.com/connect/qrconnect', apiUrl: 'https://api.weixin.qq.com' },
    });
  });

  test.each(['ALIYUN_SMS_ENDPOINT', 'WECHAT_AUTHORIZE_URL', 'WECHAT_API_URL'])('calls no supplier in the clear: %s', (name) => {
    expect(refusalOf({ ...PRODUCTION, [name]: 'http://127.0.0.1:9000' })).toBe(`生产模式拒绝启动：${name} 须为 https 网址`);
    expect(refusalOf({ [name]: 'http://127.0.0.1:9000' })).toBe('accepted');
  });

  test('names every fault at once', () => {
    expect(refusalOf({ MODE: 'production' }).split('；')).toHaveLength(5);
  });
});

describe('a setting that cannot be used is refused by its name', () => {
  test.each([
    [
      { SMS_PROVIDER: 'aliyun' },
      /SMS_PROVIDER=aliyun 还须设置 ALIYUN_ACCESS_KEY_ID、ALIYUN_ACCESS_KEY_SECRET、ALIYUN_SMS_SIGN_NAME、.*_RESET_PASSWORD$/,
    ],
    [{ ...ALIYUN_SMS, ALIYUN_SMS_TEMPLATE_BINDING: ' ' }, /SMS_PROVIDER=aliyun 还须设置 ALIYUN_SMS_TEMPLATE_BINDING$/],
    [{ ...ALIYUN_SMS, ALIYUN_SMS_ENDPOINT: 'dysmsapi.aliyuncs.com' }, /ALIYUN_SMS_ENDPOINT 须为网址/],
    [{ SMS_PROVIDER: 'pigeon' }, /SMS_PROVIDER 须为 outbox、aliyun、none 之一/],
    [{ WECHAT_APP_ID: 'wx1' }, /WECHAT_APP_ID、WECHAT_APP_SECRET/],
    [{ WECHAT_APP_SECRET: 'secret' }, /WECHAT_APP_ID、WECHAT_APP_SECRET/],
    [{ WECHAT_API_URL: 'file:///etc' }, /WECHAT_API_URL 须为网址/],
    [{ CAPTCHA_PROVIDER: 'tencent' }, /CAPTCHA_PROVIDER 须为 local、aliyun 之一/],
    [
      { CAPTCHA_PROVIDER: 'aliyun', ALIYUN_ACCESS_KEY_ID: 'id' },
      /CAPTCHA_PROVIDER=aliyun 还须设置 ALIYUN_ACCESS_KEY_SECRET、ALIYUN_CAPTCHA_SCENE_ID、ALIYUN_CAPTCHA_PREFIX/,
    ],
    [{ DATABASE_URL: 'localhost:5432' }, /DATABASE_URL 须为网址/],
    [{ DATABASE_URL: 'mysql://localhost/a' }, /DATABASE_URL 须为网址/],
    [{ REDIS_URL: 'localhost' }, /REDIS_URL 须为网址/],
    [{ S3_ENDPOINT: 's3.example.com', S3_BUCKET: 'a' }, /S3_ENDPOINT 须为网址/],
    [{ S3_ENDPOINT: 'https://s3.example.com' }, /S3_ENDPOINT、S3_BUCKET/],
    [{ PORT: '70000' }, /PORT /],
    [{ PUBLIC_URL: 'books.example.com' }, /PUBLIC_URL /],
    [{ CONTENT_URL: 'https://a.example.com/path' }, /CONTENT_URL 须为不带路径的网址/],
    [{ CONTENT_URL: 'https://a b' }, /CONTENT_URL 须为不带路径的网址/],
    [{ PUBLIC_URL: 'https://a.example.com', CONTENT_URL: 'https://a.example.com' }, /CONTENT_URL 不能与 PUBLIC_URL 使用同一个主机/],
    [{ PUBLIC_URL: 'https://a.example.com', CONTENT_URL: 'https://A.example.com:443' }, /同一个主机/],
    [{ CONTENT_URL: 'http://localhost:8080' }, /同一个主机/],
  ])('%o', (env, sentence) => {
    expect(refusalOf(env)).toMatch(sentence);
  });

  test('and a password in it is not repeated', () => {
    expect(refusalOf({ DATABASE_URL: 'postgresql://shufang:pass#word@[host/a' })).not.toContain('word');
  });
});

describe('what follows from the settings', () => {
  test.each([
    ['nothing', {}, 'http://localhost:8080', 'http://{book}.localhost:8080', undefined],
    ['another port', { PORT: '9000' }, 'http://localhost:9000', 'http://{book}.localhost:9000', undefined],
    ['every address of the machine', { HOST: '0.0.0.0' }, 'http://localhost:8080', 'http://{book}.localhost:8080', undefined],
    ['one address', { HOST: '192.0.2.7' }, 'http://192.0.2.7:8080', 'http://192.0.2.7:8081', 8081],
    ['one long address', { HOST: '2001:db8::7' }, 'http://[2001:db8::7]:8080', 'http://[2001:db8::7]:8081', 8081],
    ['an address as the public one', { PUBLIC_URL: 'http://192.0.2.7:8080/' }, 'http://192.0.2.7:8080', 'http://192.0.2.7:8081', 8081],
    ['this machine by number', { PUBLIC_URL: 'http://127.0.0.1:8080' }, 'http://127.0.0.1:8080', 'http://{book}.localhost:8080', undefined],
    ['a name', { PUBLIC_URL: 'https://books.example.com' }, 'https://books.example.com', 'https://{book}.books.example.com', undefined],
    ['a place of content', PRODUCTION, 'https://books.example.com', 'https://{book}.books.example.com', undefined],
    ['a second port', { CONTENT_URL: 'http://localhost:9001' }, 'http://localhost:8080', 'http://localhost:9001', 9001],
    [
      'one host for all books behind the same port',
      { PUBLIC_URL: 'http://books.example.com:8080', CONTENT_URL: 'http://content.example.com:8080' },
      'http://books.example.com:8080',
      'http://content.example.com:8080',
      undefined,
    ],
  ] as const)('%s', (_, env, publicUrl, contentUrl, contentPort) => {
    expect(readConfig(env)).toMatchObject({ publicUrl, contentUrl });
    expect(readConfig(env).contentPort).toBe(contentPort);
  });

  test('empty texts are settings that were not made', () => {
    expect(readConfig({ DATABASE_URL: '', REDIS_URL: ' ', S3_ENDPOINT: '', S3_BUCKET: '' })).toMatchObject({
      databaseUrl: undefined,
      redisUrl: undefined,
      s3: undefined,
    });
  });
});

describe('ways to pay', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const privateKey = rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const publicKey = rsa.publicKey.export({ format: 'pem', type: 'spki' }).toString();
  const bare = (pem: string): string => pem.replaceAll(/-----.*?-----|\s/g, '');
  const WECHAT_PAY = {
    PAY_PROVIDERS: 'wechat',
    WECHAT_PAY_APP_ID: 'wx1',
    WECHAT_PAY_MCH_ID: '1900000001',
    WECHAT_PAY_SERIAL_NO: 'ABC',
    WECHAT_PAY_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'),
    WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1',
    WECHAT_PAY_PUBLIC_KEY: publicKey,
    WECHAT_PAY_API_V3_KEY: 'x'.repeat(32),
  };
  const ALIPAY = {
    PAY_PROVIDERS: 'alipay',
    ALIPAY_APP_ID: '2021',
    ALIPAY_PRIVATE_KEY: bare(privateKey),
    ALIPAY_PUBLIC_KEY: bare(publicKey),
  };

  test('are the local page in a demo and none in production, unless told', () => {
    expect(readConfig({}).payProviders).toEqual(['local']);
    expect(readConfig({ PAY_PROVIDERS: '' }).payProviders).toEqual([]);
    expect(readConfig(PRODUCTION).payProviders).toEqual([]);
  });

  test('take keys as PEM, in one line, and as bare base64', () => {
    const config = readConfig({ ...PRODUCTION, ...WECHAT_PAY, ...ALIPAY, PAY_PROVIDERS: ' alipay, wechat,wechat' });
    expect(config.payProviders).toEqual(['alipay', 'wechat']);
    for (const pem of [config.wechatPay?.privateKey, config.alipay?.privateKey]) expect(bare(pem ?? '')).toBe(bare(privateKey));
    for (const pem of [config.wechatPay?.platformKey, config.alipay?.alipayKey]) expect(bare(pem ?? '')).toBe(bare(publicKey));
  });

  test.each([
    [{ PAY_PROVIDERS: 'paypal' }, /PAY_PROVIDERS.*wechat、alipay、local/],
    [{ PAY_PROVIDERS: 'wechat' }, /还须设置 WECHAT_PAY_APP_ID.*WECHAT_PAY_API_V3_KEY/],
    [{ ...WECHAT_PAY, WECHAT_PAY_PRIVATE_KEY: publicKey }, /WECHAT_PAY_PRIVATE_KEY 不是可用的 RSA 密钥/],
    [{ ...WECHAT_PAY, WECHAT_PAY_API_V3_KEY: 'short' }, /WECHAT_PAY_API_V3_KEY 须为 32 个字符/],
    [{ ...ALIPAY, ALIPAY_PUBLIC_KEY: 'AAAA' }, /ALIPAY_PUBLIC_KEY 不是可用的 RSA 密钥/],
    [{ ...PRODUCTION, ...ALIPAY, ALIPAY_GATEWAY_URL: 'http://alipay.test/gateway.do' }, /ALIPAY_GATEWAY_URL 须为 https/],
  ] as const)('are refused: %#', (env, sentence) => {
    expect(refusalOf(env)).toMatch(sentence);
    expect(refusalOf(env)).not.toContain('BEGIN');
  });
});
