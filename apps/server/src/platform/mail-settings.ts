/** Settings of outgoing mail. Without them no feature that needs mail is offered. */
import { z } from 'zod';
import { ConfigError } from './config-error.ts';

const text = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
  .optional();

/** Schemas of the environment variables that configure mail; part of the schema in `config.ts`. */
export const mailEnvironment = {
  /** Provider of mail. If it is not set, a demo writes mail to the outbox file and production sends none. */
  MAIL_PROVIDER: z.enum(['outbox', 'smtp', 'none'], '须为 outbox、smtp、none 之一').optional(),
  /** Maximum number of mails of the whole system per hour. */
  MAIL_PER_HOUR: z.coerce.number().int().min(1).default(2_000),
  /** Sender of the mails, such as `书房 <no-reply@example.com>`. */
  MAIL_FROM: text.refine(
    (value) => value === undefined || /^[^<>\r\n]*<?[^<>\s@]+@[^<>\s@]+>?$/.test(value),
    '须为发件地址，例如 书房 <no-reply@example.com>',
  ),
  SMTP_HOST: text,
  /** Port of the mail server; default 465 with `tls`, else 587. */
  SMTP_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  SMTP_SECURITY: z.enum(['tls', 'starttls', 'none'], '须为 tls、starttls、none 之一').default('tls'),
  SMTP_USER: text,
  SMTP_PASSWORD: text,
};

type Environment = z.output<z.ZodObject<typeof mailEnvironment>> & { readonly MODE: 'demo' | 'production' };

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls' | 'none';
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
  readonly from: string;
}

/** Settings of a mail provider; with `none`, features that need mail are not offered. */
export type MailSettings = { readonly perHour: number } & (
  | { readonly provider: 'outbox' | 'none' }
  | { readonly provider: 'smtp'; readonly smtp: SmtpServer }
);

const SUBMISSION_PORT = 587;
const SUBMISSIONS_PORT = 465;
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '::1']);

const problemsOf = (env: Environment): string[] => {
  const problems: string[] = [];
  if (env.MODE === 'production' && env.MAIL_PROVIDER === 'outbox')
    problems.push('MAIL_PROVIDER 不能为 outbox（本地出件箱只用于演示；MAIL_PROVIDER=smtp 经邮件服务器发送，不设置则不发邮件）');
  if (env.MAIL_PROVIDER !== 'smtp') return problems;
  const missing = (['SMTP_HOST', 'MAIL_FROM'] as const).filter((name) => env[name] === undefined);
  if (missing.length > 0) problems.push(`MAIL_PROVIDER=smtp 还须设置 ${missing.join('、')}`);
  if ((env.SMTP_USER === undefined) !== (env.SMTP_PASSWORD === undefined)) problems.push('SMTP_USER 与 SMTP_PASSWORD 须同时设置');
  if (env.MODE === 'production' && env.SMTP_SECURITY === 'none' && !LOCAL_HOSTS.has(env.SMTP_HOST ?? ''))
    problems.push('SMTP_SECURITY 不能为 none，除非邮件服务器就在本机（localhost）');
  return problems;
};

/** Returns the mail settings. Throws `ConfigError`. */
export const mailSettings = (env: Environment): MailSettings => {
  const problems = problemsOf(env);
  if (problems.length > 0) throw new ConfigError(`${env.MODE === 'production' ? '生产模式拒绝启动' : '设置有误'}：${problems.join('；')}`);
  const perHour = env.MAIL_PER_HOUR;
  const provider = env.MAIL_PROVIDER ?? (env.MODE === 'demo' ? 'outbox' : 'none');
  if (provider !== 'smtp') return { provider, perHour };
  const { SMTP_HOST: host = '', SMTP_SECURITY: security, SMTP_USER: user, SMTP_PASSWORD: pass, MAIL_FROM: from = '' } = env;
  const port = env.SMTP_PORT ?? (security === 'tls' ? SUBMISSIONS_PORT : SUBMISSION_PORT);
  return {
    provider,
    perHour,
    smtp: { host, port, security, from, auth: user === undefined || pass === undefined ? undefined : { user, pass } },
  };
};
