/** Converts the platform settings to form values and back. */
import { type PlatformSettings, platformSettings, type TicketTopic, ticketTopic } from '@shufang/contract';
import { z } from 'zod';
import { settingsText as text } from '../../../platform/messages/zh-cn/settings.ts';

type TopicField = `email.${TicketTopic}`;
export type SettingField = Exclude<keyof PlatformSettings, 'topicEmails'> | TopicField;
export type SettingsDraft = Readonly<Record<SettingField, string>>;

export const LICENSES_MAX = 10;

export const topicField = (topic: TicketTopic): TopicField => `email.${topic}`;

export const draftOfSettings = (settings: PlatformSettings): SettingsDraft => ({
  operatorName: settings.operatorName,
  phone: settings.phone,
  hours: settings.hours,
  wechat: settings.wechat,
  email: settings.email,
  licenses: settings.licenses.join('\n'),
  reviewDays: String(settings.reviewDays),
  ...(Object.fromEntries(
    ticketTopic.options.map((topic) => [topicField(topic), settings.topicEmails.find((entry) => entry.topic === topic)?.email ?? '']),
  ) as Record<TopicField, string>),
});

const linesOf = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Converts a valid draft to settings. */
const settingsOfDraft = (draft: SettingsDraft): PlatformSettings => ({
  operatorName: draft.operatorName.trim(),
  phone: draft.phone.trim(),
  hours: draft.hours.trim(),
  wechat: draft.wechat.trim(),
  email: draft.email.trim(),
  topicEmails: ticketTopic.options.flatMap((topic) => {
    const email = draft[topicField(topic)].trim();
    return email === '' ? [] : [{ topic, email }];
  }),
  licenses: linesOf(draft.licenses),
  reviewDays: Number(draft.reviewDays),
});

const line = z.string();
const email = z.string().refine((typed) => platformSettings.shape.email.safeParse(typed).success, text.emailWrong);
const topicEmails = Object.fromEntries(ticketTopic.options.map((topic) => [topicField(topic), email])) as Record<TopicField, typeof email>;

/** Schema of the form; its output is the settings. */
export const settingsFields = z
  .object({
    operatorName: line,
    phone: line,
    hours: line,
    wechat: line,
    email,
    licenses: line.refine((typed) => linesOf(typed).length <= LICENSES_MAX, text.tooManyLicenses(LICENSES_MAX)),
    reviewDays: line.refine(
      (typed) => /^\d{1,2}$/.test(typed.trim()) && platformSettings.shape.reviewDays.safeParse(Number(typed)).success,
      text.reviewDaysWrong,
    ),
    ...topicEmails,
  })
  .transform(settingsOfDraft);
