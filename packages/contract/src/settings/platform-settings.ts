/** Settings that an administrator changes in the admin area, and their export and import as a file. */
import { z } from 'zod';
import { ticketTopic } from '../help/ticket.ts';

const settingText = z.string().trim().max(200, '最多 200 个字').default('');

const settingEmail = z.union([z.literal(''), z.email('须为邮箱地址，例如 help@example.com')]);

/**
 * Operator of this installation, contact details, and the number of working days within which applications are decided. Empty texts are not
 * displayed. Unknown fields are rejected, because a file exported by a newer version must not be imported in part.
 */
export const platformSettings = z.strictObject({
  operatorName: settingText,
  phone: settingText,
  /** Hours in which the operator answers the phone, as text. */
  hours: settingText,
  wechat: settingText,
  /** Email address for topics that have no address of their own. */
  email: z.string().trim().pipe(settingEmail).default(''),
  topicEmails: z
    .array(z.strictObject({ topic: ticketTopic, email: z.email('须为邮箱地址，例如 help@example.com') }))
    .max(ticketTopic.options.length)
    .refine((entries) => new Set(entries.map(({ topic }) => topic)).size === entries.length, '每个主题只能有一个邮箱')
    .default([]),
  /** Registration and license numbers of the operator, in display order. */
  licenses: z.array(z.string().trim().min(1).max(100)).max(10, '最多 10 个').default([]),
  /** Number of working days within which applications are decided, from 1 to 60. */
  reviewDays: z.number().int().min(1, '须为 1 至 60 的整数').max(60, '须为 1 至 60 的整数').default(3),
});

export type PlatformSettings = z.output<typeof platformSettings>;

export type SettingName = keyof PlatformSettings;

/** Where the settings come from. `environment`: nothing was saved in the admin area, so the `OPERATOR_…` variables apply. */
export const settingsSource = z.enum(['environment', 'saved']);
