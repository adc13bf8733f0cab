/** Name and contact details of the operator, for the help pages. Unset values are not shown. */
import { z } from 'zod';

const text = z
  .string()
  .trim()
  .max(200)
  .transform((value) => (value === '' ? undefined : value))
  .optional();
const email = text.refine((value) => value === undefined || z.email().safeParse(value).success, '须为邮箱地址，例如 help@example.com');

const EMAIL_TOPICS = {
  OPERATOR_EMAIL_ACCOUNT: 'account',
  OPERATOR_EMAIL_CODE: 'code',
  OPERATOR_EMAIL_PAYMENT: 'payment',
  OPERATOR_EMAIL_READING: 'reading',
  OPERATOR_EMAIL_TEACHING: 'teaching',
  OPERATOR_EMAIL_AUTHOR: 'author',
  OPERATOR_EMAIL_REVIEW: 'review',
  OPERATOR_EMAIL_INFRINGEMENT: 'infringement',
} as const;
type EmailTopic = (typeof EMAIL_TOPICS)[keyof typeof EMAIL_TOPICS];

/** Schemas of the environment variables with the operator's name and contact details; part of the schema in `config.ts`. */
export const operatorEnvironment = {
  OPERATOR_NAME: text,
  OPERATOR_PHONE: text,
  OPERATOR_HOURS: text,
  OPERATOR_WECHAT: text,
  OPERATOR_EMAIL: email,
  OPERATOR_EMAIL_ACCOUNT: email,
  OPERATOR_EMAIL_CODE: email,
  OPERATOR_EMAIL_PAYMENT: email,
  OPERATOR_EMAIL_READING: email,
  OPERATOR_EMAIL_TEACHING: email,
  OPERATOR_EMAIL_AUTHOR: email,
  OPERATOR_EMAIL_REVIEW: email,
  OPERATOR_EMAIL_INFRINGEMENT: email,
  /** Registration and license numbers of the operator, separated by `;`. */
  OPERATOR_LICENSES: text,
};

export interface OperatorSettings {
  readonly name?: string;
  readonly phone?: string;
  readonly hours?: string;
  readonly wechat?: string;
  readonly email?: string;
  readonly emails: { topic: EmailTopic; email: string }[];
  readonly licenses: string[];
}

type Environment = z.output<z.ZodObject<typeof operatorEnvironment>>;

export const operatorSettings = (env: Environment): OperatorSettings => {
  const values = {
    name: env.OPERATOR_NAME,
    phone: env.OPERATOR_PHONE,
    hours: env.OPERATOR_HOURS,
    wechat: env.OPERATOR_WECHAT,
    email: env.OPERATOR_EMAIL,
  };
  return {
    ...(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<
      Record<keyof typeof values, string>
    >),
    emails: (Object.keys(EMAIL_TOPICS) as (keyof typeof EMAIL_TOPICS)[]).flatMap((name) => {
      const address = env[name];
      return address === undefined ? [] : [{ topic: EMAIL_TOPICS[name], email: address }];
    }),
    licenses: (env.OPERATOR_LICENSES ?? '')
      .split(/[;；]/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  };
};
