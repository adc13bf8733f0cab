import { expect, test } from 'vitest';
import { makeSecret, readConfig } from './config.ts';

const PRODUCTION = {
  MODE: 'production',
  SMS_PROVIDER: 'none',
  SECRET_KEY: makeSecret(),
  PUBLIC_URL: 'https://shufang.example.com',
  CONTENT_URL: 'https://{book}.books.example.com',
};
const SMTP = { MAIL_PROVIDER: 'smtp', SMTP_HOST: 'smtp.example.com', MAIL_FROM: '书房 <no-reply@example.com>' };

test('a demo writes mail to the outbox, and production sends none, by default', () => {
  expect(readConfig({}).mail).toEqual({ provider: 'outbox', perHour: 2_000 });
  expect(readConfig(PRODUCTION).mail).toEqual({ provider: 'none', perHour: 2_000 });
  expect(() => readConfig({ ...PRODUCTION, MAIL_PROVIDER: 'outbox' })).toThrow(/生产模式拒绝启动：MAIL_PROVIDER 不能为 outbox/);
});

test('a mail server needs all settings, uses TLS by default, and is never used unencrypted across a network', () => {
  const from = SMTP.MAIL_FROM;
  expect(readConfig({ ...PRODUCTION, ...SMTP }).mail).toMatchObject({
    provider: 'smtp',
    smtp: { host: 'smtp.example.com', port: 465, security: 'tls', auth: undefined, from },
  });
  const named = { SMTP_SECURITY: 'starttls', SMTP_USER: 'u', SMTP_PASSWORD: 'p' };
  expect(readConfig({ ...SMTP, ...named }).mail).toMatchObject({ smtp: { port: 587, auth: { user: 'u', pass: 'p' } } });
  expect(() => readConfig({ MAIL_PROVIDER: 'smtp' })).toThrow('MAIL_PROVIDER=smtp 还须设置 SMTP_HOST、MAIL_FROM');
  expect(() => readConfig({ ...SMTP, SMTP_USER: 'u' })).toThrow('SMTP_USER 与 SMTP_PASSWORD 须同时设置');
  expect(() => readConfig({ ...SMTP, MAIL_FROM: '书房' })).toThrow('MAIL_FROM 须为发件地址');
  expect(() => readConfig({ ...SMTP, MAIL_FROM: 'a@b.cn\nbcc: x@y.cn' })).toThrow('MAIL_FROM');
  expect(() => readConfig({ ...PRODUCTION, ...SMTP, SMTP_SECURITY: 'none' })).toThrow('SMTP_SECURITY 不能为 none');
  expect(readConfig({ ...PRODUCTION, ...SMTP, SMTP_HOST: 'localhost', SMTP_SECURITY: 'none' }).mail).toMatchObject({ provider: 'smtp' });
});
