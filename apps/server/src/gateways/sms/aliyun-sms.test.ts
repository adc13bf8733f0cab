import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CodedError } from '@shufang/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { createAliyunSms } from './aliyun-sms.ts';

const SECRET = 'the secret of the account';
const message = { at: 1_800_000_000_000, tel: '13900000001', type: 'resetPassword', code: '000123' } as const;

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Checks the signature as the supplier does: computes it from the received request, as documented, and does not use the code under test.
 */
const isSigned = (headers: IncomingHttpHeaders, body: string): boolean => {
  const [, names = '', signature] =
    /^ACS3-HMAC-SHA256 Credential=an-id,SignedHeaders=([a-z0-9;-]+),Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '') ?? [];
  const needed = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version'];
  if (!needed.every((name) => names.split(';').includes(name)) || headers['x-acs-content-sha256'] !== sha256(body)) return false;
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = `POST\n/\n\n${lines.join('')}\n${names}\n${sha256(body)}`;
  return (
    signature ===
    createHmac('sha256', SECRET)
      .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
      .digest('hex')
  );
};

/**
 * Starts a supplier that checks the signature and the fields before it responds with `status` and `text`. If `text` is undefined, it never
 * responds.
 */
const supplier = async (text: string | undefined, status = 200): Promise<{ endpoint: string; received: Record<string, string>[] }> => {
  const received: Record<string, string>[] = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const fields = Object.fromEntries(new URLSearchParams(body));
      received.push(fields);
      const json = { 'content-type': 'application/json' };
      const { headers } = request;
      if (
        !isSigned(headers, body) ||
        body !==
          Object.entries(fields)
            .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
            .join('&')
      )
        response.writeHead(400, json).end('{"Code":"SignatureDoesNotMatch"}');
      else if (headers['x-acs-action'] !== 'SendSms' || headers['x-acs-version'] !== '2017-05-25')
        response.writeHead(404, json).end('{"Code":"InvalidAction.NotFound"}');
      else if (text !== undefined) response.writeHead(status, json).end(text);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
};

const smsAt = (endpoint: string, accessKeySecret = SECRET) =>
  createAliyunSms({
    endpoint,
    accessKeyId: 'an-id',
    accessKeySecret,
    signName: '书房（测试）',
    templates: { login: 'SMS_1', binding: 'SMS_2', resetPassword: 'SMS_3' },
    timeoutMs: 2_000,
  });

/** Returns the error code that the user gets, and the cause that is written to the log. */
const refusalOf = async (endpoint: string, accessKeySecret?: string): Promise<{ code: string; reason: string }> => {
  const error: unknown = await smsAt(endpoint, accessKeySecret)
    .send(message)
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof CodedError) || !(error.cause instanceof Error)) throw error;
  return { code: error.code, reason: error.cause.message };
};

describe('an SMS message through Aliyun', () => {
  it('is signed, and contains number, signature, the template of its purpose and the unchanged code', async () => {
    const { endpoint, received } = await supplier('{"Code":"OK","Message":"OK","BizId":"1^0","RequestId":"r-1"}');
    await expect(smsAt(endpoint).send(message)).resolves.toBeUndefined();
    await smsAt(endpoint).send({ ...message, type: 'login' });
    await smsAt(endpoint).send({ ...message, type: 'binding' });
    expect(received[0]).toEqual({
      PhoneNumbers: '13900000001',
      SignName: '书房（测试）',
      TemplateCode: 'SMS_3',
      TemplateParam: '{"code":"000123"}',
    });
    expect(received.map((fields) => fields['TemplateCode'])).toEqual(['SMS_3', 'SMS_1', 'SMS_2']);
  });

  it.each([
    ['isv.BUSINESS_LIMIT_CONTROL', 'account.smsBudget'],
    ['isv.DAY_LIMIT_CONTROL', 'account.smsBudget'],
    ['isv.MONTH_LIMIT_CONTROL', 'account.smsBudget'],
    ['isv.AMOUNT_NOT_ENOUGH', 'account.smsUnavailable'],
    ['isv.SMS_TEMPLATE_ILLEGAL', 'account.smsUnavailable'],
    ['isv.MOBILE_NUMBER_ILLEGAL', 'account.smsUnavailable'],
  ])('that is refused with %s throws %s, and the log contains the code and never the number', async (word, code) => {
    const { endpoint } = await supplier(JSON.stringify({ Code: word, Message: `触发流控 ${message.tel}`, RequestId: 'r-2' }));
    expect(await refusalOf(endpoint)).toEqual({ code, reason: `Aliyun refused a message: ${word}, request r-2` });
  });

  it.each([
    [500, '{"Code":"InternalError","RequestId":"r-3"}', /InternalError, status 500, request r-3/],
    [503, '<html>', /unreadable, status 503/],
    [200, '<html>', /unreadable, status 200/],
    [200, '{}', /undefined/],
  ])('fails when the supplier responds %i %s', async (status, text, reason) => {
    const { endpoint } = await supplier(text, status);
    expect(await refusalOf(endpoint)).toEqual({ code: 'account.smsUnavailable', reason: expect.stringMatching(reason) });
  });

  it('fails after a timeout, when no server is reachable, and with a wrong secret', async () => {
    const silent = await supplier(undefined);
    expect(await refusalOf(silent.endpoint)).toEqual({ code: 'account.smsUnavailable', reason: expect.stringContaining('timeout') });
    expect(await refusalOf(silent.endpoint, 'another secret')).toEqual({
      code: 'account.smsUnavailable',
      reason: expect.stringContaining('SignatureDoesNotMatch'),
    });
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
    expect(await refusalOf(silent.endpoint)).toEqual({ code: 'account.smsUnavailable', reason: expect.stringContaining('unreachable') });
  });
});
