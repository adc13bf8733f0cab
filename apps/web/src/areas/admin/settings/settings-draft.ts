/** Converts the platform settings to form values and back. */
import { type PlatformSettings, platformSettings, type TicketTopic, ticketTopic } from '@shufang/contract';
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

const licensesOf = (draft: SettingsDraft): string[] =>
  draft.licenses
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns the message for each invalid field; empty if the draft can be saved. */
export const errorsOfDraft = (draft: SettingsDraft): Partial<Record<SettingField, string>> => {
  const emailFields: SettingField[] = ['email', ...ticketTopic.options.map(topicField)];
  const wrongEmails = emailFields.filter((field) => !platformSettings.shape.email.safeParse(draft[field]).success);
  return {
    ...Object.fromEntries(wrongEmails.map((field) => [field, text.emailWrong])),
    ...(/^\d{1,2}$/.test(draft.reviewDays.trim()) && platformSettings.shape.reviewDays.safeParse(Number(draft.reviewDays)).success
      ? {}
      : { reviewDays: text.reviewDaysWrong }),
    ...(licensesOf(draft).length > LICENSES_MAX ? { licenses: text.tooManyLicenses(LICENSES_MAX) } : {}),
  };
};

/** Converts a draft that has no errors to settings. */
export const settingsOfDraft = (draft: SettingsDraft): PlatformSettings => ({
  operatorName: draft.operatorName.trim(),
  phone: draft.phone.trim(),
  hours: draft.hours.trim(),
  wechat: draft.wechat.trim(),
  email: draft.email.trim(),
  topicEmails: ticketTopic.options.flatMap((topic) => {
    const email = draft[topicField(topic)].trim();
    return email === '' ? [] : [{ topic, email }];
  }),
  licenses: licensesOf(draft),
  reviewDays: Number(draft.reviewDays),
});
