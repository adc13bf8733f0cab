/** Mail over SMTP, to the operator's own mail server or a supplier's: https://nodemailer.com/smtp/ */
import { getSystemErrorName } from 'node:util';
import { CodedError } from '@shufang/contract';
import { createTransport } from 'nodemailer';
import type { MailGateway } from './mail-gateway.ts';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** `tls`: from the first byte; `starttls`: asked for and insisted on; `none`: in the clear, for a server on this machine and for tests. */
  readonly security: 'tls' | 'starttls' | 'none';
  /** Absent: the server takes mail without a name. */
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
  /** `书房 <no-reply@example.com>`. */
  readonly from: string;
  readonly timeoutMs?: number;
  /** A certificate to trust besides those the system trusts, PEM. */
  readonly ca?: string;
}

const TIMEOUT_MS = 10_000;

/** What a mail server answers repeats the address; its numbers and our library's word are enough for the log. */
const reasonOf = (error: unknown): Error => {
  const { code, responseCode, command, errno } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const system = typeof errno === 'number' ? getSystemErrorName(errno) : undefined;
  const facts = [code, responseCode, command, system].filter((fact) => typeof fact === 'string' || typeof fact === 'number');
  return new Error(`the mail server took no message: ${facts.join(', ') || 'no reason'}`);
};

export const createSmtpMail = ({ host, port, security, auth, from, timeoutMs = TIMEOUT_MS, ca }: SmtpSettings): MailGateway => {
  const transport = createTransport(
    {
      host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(auth === undefined ? {} : { auth }),
      ...(ca === undefined ? {} : { tls: { ca } }),
    },
    { from },
  );
  return {
    async send({ to, subject, text, at }) {
      try {
        // An address is one mailbox, never a list of them.
        await transport.sendMail({ to: { name: '', address: to }, subject, text, date: new Date(at) });
      } catch (error) {
        throw new CodedError('account.mailUnavailable', {}, { cause: reasonOf(error) });
      }
    },
  };
};
