/** Mail over SMTP, to the operator's own mail server or a supplier's: https://nodemailer.com/smtp/ */
import { getSystemErrorName } from 'node:util';
import { CodedError } from '@shufang/contract';
import { createTransport } from 'nodemailer';
import type { MailGateway } from './mail-gateway.ts';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /**
   * Encryption of the connection. `tls`: from the first byte; `starttls`: required after connecting; `none`: unencrypted, for a server on
   * this machine and for tests.
   */
  readonly security: 'tls' | 'starttls' | 'none';
  /** Account at the mail server; undefined if the server accepts mail without authentication. */
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
  /** The sender, e.g. `书房 <no-reply@example.com>`. */
  readonly from: string;
  readonly timeoutMs?: number;
  /** Certificate, PEM, that is trusted in addition to those of the system. */
  readonly ca?: string;
}

const TIMEOUT_MS = 10_000;

/**
 * Returns the cause of a failure for the log. A mail server's response repeats the recipient's address, so only its status code and the
 * error code of the library are logged.
 */
const reasonOf = (error: unknown): Error => {
  const { code, responseCode, command, errno } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const system = typeof errno === 'number' ? getSystemErrorName(errno) : undefined;
  const facts = [code, responseCode, command, system].filter((fact) => typeof fact === 'string' || typeof fact === 'number');
  return new Error(`the mail server rejected the message: ${facts.join(', ') || 'no reason'}`);
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
        // The address is passed as an object, so that it is one mailbox and never parsed as a list of addresses.
        await transport.sendMail({ to: { name: '', address: to }, subject, text, date: new Date(at) });
      } catch (error) {
        throw new CodedError('account.mailUnavailable', {}, { cause: reasonOf(error) });
      }
    },
  };
};
