/** Tests of mail over SMTP with a real server on this machine: the message it receives, the encryption, and the errors when it refuses. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { CodedError } from '@shufang/contract';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { makeKeyPair } from '../identity/testing/identity-stand-ins.ts';
import { createOutbox } from '../outbox/outbox.ts';
import { createOutboxMail } from './outbox-mail.ts';
import { createSmtpMail, type SmtpSettings } from './smtp-mail.ts';

const message = {
  to: 'kong@qufu.edu.cn',
  type: 'teacher',
  code: '000123',
  subject: '书房教师认证验证码',
  text: '验证码是 000123，5 分钟内有效。\n',
  at: 1_800_000_000_000,
} as const;
const AUTH = { user: 'shufang', pass: 'a password' };

interface Received {
  readonly to: readonly string[];
  readonly from: string;
  readonly secure: boolean;
  readonly user: unknown;
  readonly raw: string;
}

const servers: SMTPServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise<void>((resolve) => server.close(() => resolve()))));
});

const aServer = async (options: SMTPServerOptions = {}): Promise<{ port: number; received: Received[] }> => {
  const received: Received[] = [];
  const server = new SMTPServer({
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === AUTH.user && password === AUTH.pass ? done(null, { user: username }) : done(new Error(`no such user ${message.to}`)),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { envelope, secure, user } = session;
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ to: envelope.rcptTo.map(({ address }) => address), from, secure, user, raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
    ...options,
  });
  servers.push(server);
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return { port: (server.server.address() as AddressInfo).port, received };
};

const mailAt = (port: number, change: Partial<SmtpSettings> = {}) =>
  createSmtpMail({
    host: '127.0.0.1',
    port,
    security: 'none',
    auth: undefined,
    from: '书房 <no-reply@example.com>',
    timeoutMs: 2_000,
    ...change,
  });

/** Returns the error code that the user gets, and the cause that is written to the log. */
const refusalOf = async (sending: Promise<void>): Promise<{ code: string; reason: string }> => {
  const error: unknown = await sending.catch((thrown: unknown) => thrown);
  if (!(error instanceof CodedError) || !(error.cause instanceof Error)) throw error;
  return { code: error.code, reason: error.cause.message };
};

describe('mail over SMTP', () => {
  it('is delivered to the one address with sender, subject and text', async () => {
    const { port, received } = await aServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
    await mailAt(port).send(message);
    const [mail] = received;
    expect(mail).toMatchObject({ to: [message.to], from: 'no-reply@example.com', secure: false });
    const [head = '', body = ''] = (mail?.raw ?? '').split('\r\n\r\n');
    expect(head).toContain('charset=utf-8');
    expect(head).toMatch(/^Date: Fri, 15 Jan 2027 08:00:00 \+0000$/m);
    expect(head).toMatch(/^Subject: =\?UTF-8\?/m);
    const text = /quoted-printable/i.test(head)
      ? Buffer.from(
          body.replaceAll('=\r\n', '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString()
      : Buffer.from(body, 'base64').toString();
    expect(text.replaceAll('\r\n', '\n')).toContain('验证码是 000123，5 分钟内有效。');
  });

  it('authenticates only with a server whose certificate it trusts, over STARTTLS', async () => {
    const { privateKey, certificate } = await makeKeyPair('localhost');
    const { port, received } = await aServer({ key: privateKey, cert: certificate });
    const trusting = { host: 'localhost', security: 'starttls', auth: AUTH, ca: certificate } as const;
    await mailAt(port, trusting).send(message);
    expect(received).toMatchObject([{ to: [message.to], secure: true, user: AUTH.user }]);
    received.splice(0);
    const refused = await refusalOf(mailAt(port, { security: 'starttls', auth: AUTH }).send(message));
    expect(refused.code).toBe('account.mailUnavailable');
    expect(received).toEqual([]);
  });

  it('is not sent unencrypted when the server does not support STARTTLS', async () => {
    const { port, received } = await aServer({ authOptional: true, hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
    expect((await refusalOf(mailAt(port, { security: 'starttls' }).send(message))).code).toBe('account.mailUnavailable');
    expect(received).toEqual([]);
  });

  it("fails when the server refuses, without the server's message, which may contain the address", async () => {
    const { port } = await aServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => done(Object.assign(new Error(`no mailbox ${address}`), { responseCode: 550 })),
    });
    const { code, reason } = await refusalOf(mailAt(port).send(message));
    expect(code).toBe('account.mailUnavailable');
    expect(reason).toContain('550');
    expect(reason).not.toContain('kong');
    const wrongName = await aServer({ allowInsecureAuth: true, disabledCommands: ['STARTTLS'] });
    const denied = await refusalOf(mailAt(wrongName.port, { auth: { ...AUTH, pass: 'wrong' } }).send(message));
    expect(denied.reason).toContain('EAUTH');
    expect(denied.reason).not.toContain('kong');
  });

  it('fails when no server is reachable', async () => {
    const { port } = await aServer();
    await new Promise<void>((resolve) => servers.splice(0)[0]?.close(() => resolve()));
    expect(await refusalOf(mailAt(port).send(message))).toEqual({
      code: 'account.mailUnavailable',
      reason: expect.stringContaining('ECONNREFUSED') as string,
    });
  });
});

it('the outbox contains one line for each message', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shufang-mail-'));
  const mail = createOutboxMail(createOutbox(folder, 'mail'));
  await Promise.all([mail.send(message), mail.send({ ...message, code: '000124' })]);
  const lines = (await readFile(path.join(folder, 'mail.jsonl'), 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).code)).toEqual(['000123', '000124']);
  expect(Object.keys(JSON.parse(lines[0] ?? ''))).toEqual(['at', 'to', 'type', 'code', 'subject', 'text']);
  await rm(folder, { recursive: true });
});
