import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeSecret, readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { startWarnings } from './safe-settings.ts';

const PRODUCTION = {
  MODE: 'production',
  PUBLIC_URL: 'https://books.example.com',
  CONTENT_URL: 'https://{book}.books.example.com',
  SECRET_KEY: makeSecret(),
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

/** Returns the error message for these settings, or `accepted`. */
const refusalOf = (env: Record<string, string | undefined>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
};

test('trusted proxies are addresses or networks', () => {
  expect(readConfig({ TRUSTED_PROXIES: ' 10.0.0.0/8, 203.0.113.9,2001:db8::/32 ' }).trustedProxies).toEqual([
    '10.0.0.0/8',
    '203.0.113.9',
    '2001:db8::/32',
  ]);
  for (const wrong of ['nginx', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0/8', '2001:db8::/129'])
    expect(refusalOf({ TRUSTED_PROXIES: wrong }), wrong).toMatch(/TRUSTED_PROXIES.*须为 IP 地址或网段/);
});

test.each([
  '0.0.0.0/0',
  '::/0',
  '0.0.0.0/1',
  '128.0.0.0/1',
  '8.0.0.0/7',
  '203.0.0.0/8',
  '10.0.0.0/7',
  '::/1',
  '2000::/3',
  '2001:db8::/16',
  '::ffff:0:0/96',
  '::ffff:0.0.0.0/97',
  '0:0:0:0:0:ffff::/96',
])('a range so wide that any client could be in it is not trusted as a proxy: %s', (range) => {
  expect(refusalOf({ TRUSTED_PROXIES: `127.0.0.1,${range}` })).toMatch(/TRUSTED_PROXIES 的网段过大/);
  expect(refusalOf({ ...PRODUCTION, TRUSTED_PROXIES: range })).toMatch(/TRUSTED_PROXIES 的网段过大/);
});

test('networks of one owner are trusted as proxies', () => {
  const ranges = '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,127.0.0.0/8,fc00::/7,104.16.0.0/13,2400:cb00::/32,::ffff:10.1.0.0/112';
  expect(readConfig({ TRUSTED_PROXIES: ranges }).trustedProxies).toHaveLength(8);
});

describe('production', () => {
  test('starts with its settings, without SMS', () => {
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
  ] as const)('rejects %o', (change, sentence) => {
    expect(refusalOf({ ...PRODUCTION, ...change })).toMatch(/^生产模式拒绝启动：/);
    expect(refusalOf({ ...PRODUCTION, ...change })).toMatch(sentence);
  });

  test.each(['PUBLIC_URL', 'CONTENT_URL'])('allows plain HTTP only in the private network, and only with the setting: %s', (name) => {
    const other = name === 'PUBLIC_URL' ? 'CONTENT_URL' : 'PUBLIC_URL';
    const own = [
      'http://192.168.3.4:8081',
      'http://[fd00::4]:8081',
      'http://127.0.0.1:8081',
      'http://shufang',
      'http://shufang.school.local',
    ];
    const content = ['http://{book}.localhost', 'http://{book}.shufang.internal'];
    for (const url of name === 'CONTENT_URL' ? [...own, ...content] : own) {
      expect(refusalOf({ ...PRODUCTION, [name]: url }), url).toMatch(`${name} 须为 https 网址（只在内网使用`);
      expect(refusalOf({ ...PRODUCTION, [name]: url, ALLOW_HTTP: '1' }), url).toBe('accepted');
    }
    for (const url of ['http://books.example.org', 'http://8.8.4.4', 'http://0.0.0.0', 'http://192.168.1.1@example.org']) {
      for (const ALLOW_HTTP of ['0', '1'])
        expect(refusalOf({ ...PRODUCTION, [name]: url, ALLOW_HTTP, [other]: PRODUCTION[other] }), url).toMatch(`${name} 须为 https 网址`);
    }
  });

  test('recognizes plain HTTP in capital letters', () => {
    expect(refusalOf({ ...PRODUCTION, PUBLIC_URL: 'HTTP://BOOKS.EXAMPLE.ORG' })).toMatch('PUBLIC_URL 须为 https 网址');
  });

  test.each([
    Buffer.alloc(32).toString('base64'),
    Buffer.alloc(48, 0xff).toString('base64'),
    'change-me-change-me-change-me-change-me-change-me-',
  ])('rejects a key that is not random: %s', (SECRET_KEY) => {
    expect(refusalOf({ ...PRODUCTION, SECRET_KEY })).toMatch(/SECRET_KEY 不是随机数/);
  });

  test('starts with an SMS provider and with WeChat, at their own URLs', () => {
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

  test.each(['ALIYUN_SMS_ENDPOINT', 'WECHAT_AUTHORIZE_URL', 'WECHAT_MP_AUTHORIZE_URL', 'WECHAT_API_URL'])(
    'rejects plain HTTP URLs of suppliers: %s',
    (name) => {
      expect(refusalOf({ ...PRODUCTION, [name]: 'http://127.0.0.1:9000' })).toBe(`生产模式拒绝启动：${name} 须为 https 网址`);
      expect(refusalOf({ [name]: 'http://127.0.0.1:9000' })).toBe('accepted');
    },
  );

  test('does not simulate WeChat, which a demo does until it has a public account', () => {
    expect(refusalOf({ ...PRODUCTION, WECHAT_LOCAL: '1' })).toMatch(/WECHAT_LOCAL 不能为 1/);
    expect(readConfig(PRODUCTION).wechatLocal).toBe(false);
    expect(readConfig({}).wechatLocal).toBe(true);
    expect(readConfig({ WECHAT_LOCAL: '0' }).wechatLocal).toBe(false);
    const account = readConfig({ WECHAT_MP_APP_ID: 'wx2', WECHAT_MP_APP_SECRET: 'secret' });
    expect([account.wechatLocal, account.wechatAccount]).toEqual([
      false,
      {
        appId: 'wx2',
        appSecret: 'secret',
        authorizeUrl: 'https://open.weixin.qq.com/connect/oauth2/authorize',
        apiUrl: 'https://api.weixin.qq.com',
      },
    ]);
  });

  test('reports all invalid settings at once', () => {
    expect(refusalOf({ MODE: 'production' }).split('；')).toHaveLength(5);
  });
});

const S3 = {
  S3_ENDPOINT: 'https://s3.oss-cn-hangzhou.aliyuncs.com',
  S3_BUCKET: 'books',
  S3_REGION: 'cn-hangzhou',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('a demo, whose passwords are published,', () => {
  test.each([
    [{ PUBLIC_URL: 'https://books.example.com' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'http://8.8.8.8:8080' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'http://localhost.example.com' }, 'PUBLIC_URL'],
    [{ PUBLIC_URL: 'https://books.example.com', HOST: '192.168.3.4' }, 'PUBLIC_URL'],
    [{ MODE: 'demo', PUBLIC_URL: 'https://books.example.com', NODE_ENV: 'production' }, 'PUBLIC_URL'],
    [{ HOST: '8.8.8.8' }, 'HOST'],
    [{ HOST: '2400:cb00::7' }, 'HOST'],
    [{ HOST: 'books.example.com' }, 'HOST'],
    [{ HOST: '8.8.8.8', PUBLIC_URL: 'http://localhost:8080' }, 'HOST'],
  ] as const)('is rejected on the internet: %o', (env, setting) => {
    expect(refusalOf(env)).toMatch(new RegExp(`^演示模式拒绝启动：${setting} 是公网地址.*MODE=production`));
  });

  test.each(['production', 'Production', ' production '])('is rejected if NODE_ENV=%s is set without MODE', (NODE_ENV) => {
    expect(refusalOf({ NODE_ENV })).toMatch(/^NODE_ENV=production，但没有设置 MODE/);
    expect(refusalOf({ NODE_ENV, MODE: 'demo' })).toBe('accepted');
    expect(refusalOf({ ...PRODUCTION, NODE_ENV })).toBe('accepted');
  });

  test.each(['0.0.0.0', '::', '192.168.3.4', '10.0.0.7', 'fd00::7', '169.254.1.1', 'shufang'])(
    'starts in a private network with a warning of several lines: HOST=%s',
    (HOST) => {
      const lines = startWarnings(readConfig({ HOST }));
      expect(lines.length).toBeGreaterThan(2);
      expect(lines.join('\n')).toMatch(new RegExp(`HOST=${HOST}[\\s\\S]*密码是公开的[\\s\\S]*MODE=production`));
    },
  );

  test('prints no warning on this machine alone, nor does production', () => {
    for (const HOST of ['127.0.0.1', 'localhost', '::1']) expect(startWarnings(readConfig({ HOST }))).toEqual([]);
    expect(startWarnings(readConfig({ ...PRODUCTION, HOST: '0.0.0.0' }))).toEqual([]);
  });
});

describe('an invalid setting is reported by name', () => {
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
    [{ WECHAT_MP_APP_ID: 'wx1' }, /WECHAT_MP_APP_ID、WECHAT_MP_APP_SECRET/],
    [{ WECHAT_MP_APP_SECRET: 'secret' }, /WECHAT_MP_APP_ID、WECHAT_MP_APP_SECRET/],
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
    [{ ...S3, S3_PATH_STYLE: 'no' }, /S3_PATH_STYLE /],
    [{ ...S3, S3_ENDPOINT: 'http://192.0.2.7:9000', S3_PATH_STYLE: '0' }, /S3_ENDPOINT 须为域名/],
    [{ ...S3, S3_ENDPOINT: 'http://[2001:db8::7]', S3_PATH_STYLE: '0' }, /S3_ENDPOINT 须为域名/],
    [{ BACKUP_DIR: 'backups' }, /BACKUP_DIR 须为绝对路径/],
    [{ BACKUP_DIR: '/var/lib/shufang/objects/b', DATA_DIR: '/var/lib/shufang' }, /BACKUP_DIR 不能在 DATA_DIR 的 objects 里/],
    [{ BACKUP_DIR: '/b', BACKUP_AT: '24:00' }, /BACKUP_AT 须为/],
    [{ BACKUP_DIR: '/b', BACKUP_KEEP: '0' }, /BACKUP_KEEP /],
    [{ PORT: '70000' }, /PORT /],
    [{ PUBLIC_URL: 'books.example.com' }, /PUBLIC_URL /],
    [{ CONTENT_URL: 'https://a.example.com/path' }, /CONTENT_URL 须为不带路径的网址/],
    [{ CONTENT_URL: 'https://a b' }, /CONTENT_URL 须为不带路径的网址/],
    [{ ...PRODUCTION, CONTENT_URL: 'https://books.example.com' }, /CONTENT_URL 不能与 PUBLIC_URL 使用同一个主机/],
    [{ ...PRODUCTION, CONTENT_URL: 'https://BOOKS.example.com:443' }, /同一个主机/],
    [{ SECRET_KEY: 'too short' }, /SECRET_KEY 须为至少 32 字节/],
    [{ CONTENT_URL: 'http://localhost:8080' }, /同一个主机/],
  ])('%o', (env, sentence) => {
    expect(refusalOf(env)).toMatch(sentence);
  });

  test('without the password in its value', () => {
    expect(refusalOf({ DATABASE_URL: 'postgresql://shufang:pass#word@[host/a' })).not.toContain('word');
  });
});

describe('derived settings', () => {
  test.each([
    ['nothing', {}, 'http://localhost:8080', 'http://{book}.localhost:8080', undefined],
    ['another port', { PORT: '9000' }, 'http://localhost:9000', 'http://{book}.localhost:9000', undefined],
    ['every address of the machine', { HOST: '0.0.0.0' }, 'http://localhost:8080', 'http://{book}.localhost:8080', undefined],
    ['one address', { HOST: '192.168.3.4' }, 'http://192.168.3.4:8080', 'http://192.168.3.4:8081', 8081],
    ['one long address', { HOST: 'fd00::7' }, 'http://[fd00::7]:8080', 'http://[fd00::7]:8081', 8081],
    [
      'an address as the public one',
      { PUBLIC_URL: 'http://192.168.3.4:8080/' },
      'http://192.168.3.4:8080',
      'http://192.168.3.4:8081',
      8081,
    ],
    ['this machine by number', { PUBLIC_URL: 'http://127.0.0.1:8080' }, 'http://127.0.0.1:8080', 'http://{book}.localhost:8080', undefined],
    ['a name', { PUBLIC_URL: 'https://books.internal' }, 'https://books.internal', 'https://{book}.books.internal', undefined],
    ['a place of content', PRODUCTION, 'https://books.example.com', 'https://{book}.books.example.com', undefined],
    ['a second port', { CONTENT_URL: 'http://localhost:9001' }, 'http://localhost:8080', 'http://localhost:9001', 9001],
    [
      'one host for all books behind the same port',
      { PUBLIC_URL: 'http://books.internal:8080', CONTENT_URL: 'http://content.internal:8080' },
      'http://books.internal:8080',
      'http://content.internal:8080',
      undefined,
    ],
  ] as const)('%s', (_, env, publicUrl, contentUrl, contentPort) => {
    expect(readConfig(env)).toMatchObject({ publicUrl, contentUrl });
    expect(readConfig(env).contentPort).toBe(contentPort);
  });

  test('the bucket is in the path unless S3_PATH_STYLE is 0', () => {
    expect(readConfig(S3).s3?.pathStyle).toBe(true);
    expect(readConfig({ ...S3, S3_PATH_STYLE: '0' }).s3?.pathStyle).toBe(false);
  });

  test('empty values are unset', () => {
    expect(readConfig({ DATABASE_URL: '', REDIS_URL: ' ', S3_ENDPOINT: '', S3_BUCKET: '' })).toMatchObject({
      databaseUrl: undefined,
      redisUrl: undefined,
      s3: undefined,
    });
  });
});

describe('payment providers', () => {
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

  test('are the local page in a demo and none in production, unless set', () => {
    expect(readConfig({}).payProviders).toEqual(['local']);
    expect(readConfig({ PAY_PROVIDERS: '' }).payProviders).toEqual([]);
    expect(readConfig(PRODUCTION).payProviders).toEqual([]);
  });

  test('offer payment on computers, until the operator adds the methods granted to the merchant accounts', () => {
    const config = readConfig({ ...WECHAT_PAY, ...ALIPAY, PAY_PROVIDERS: 'wechat,alipay' });
    expect([config.wechatPay?.products, config.wechatPay?.accountAppId, config.alipay?.products]).toEqual([
      ['native'],
      undefined,
      ['page'],
    ]);
    const more = readConfig({
      ...WECHAT_PAY,
      ...ALIPAY,
      PAY_PROVIDERS: 'wechat,alipay',
      WECHAT_PAY_PRODUCTS: ' h5, jsapi,h5',
      WECHAT_MP_APP_ID: 'wx2',
      WECHAT_MP_APP_SECRET: 'secret',
      ALIPAY_PRODUCTS: 'page,wap',
    });
    expect([more.wechatPay?.products, more.wechatPay?.accountAppId, more.alipay?.products]).toEqual([
      ['h5', 'jsapi'],
      'wx2',
      ['page', 'wap'],
    ]);
  });

  test('accept keys as PEM, in one line, and as bare base64', () => {
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
    [{ ...WECHAT_PAY, WECHAT_PAY_PRODUCTS: 'jsapi' }, /WECHAT_PAY_PRODUCTS 有 jsapi 时还须设置 WECHAT_MP_APP_ID/],
    [{ ...WECHAT_PAY, WECHAT_PAY_PRODUCTS: 'app' }, /WECHAT_PAY_PRODUCTS.*native、jsapi、h5/],
    [{ ...ALIPAY, ALIPAY_PRODUCTS: 'app' }, /ALIPAY_PRODUCTS.*page、wap/],
    [{ ...ALIPAY, ALIPAY_PUBLIC_KEY: 'AAAA' }, /ALIPAY_PUBLIC_KEY 不是可用的 RSA 密钥/],
    [{ ...PRODUCTION, ...ALIPAY, ALIPAY_GATEWAY_URL: 'http://alipay.test/gateway.do' }, /ALIPAY_GATEWAY_URL 须为 https/],
  ] as const)('reject invalid settings: %#', (env, sentence) => {
    expect(refusalOf(env)).toMatch(sentence);
    expect(refusalOf(env)).not.toContain('BEGIN');
  });
});
