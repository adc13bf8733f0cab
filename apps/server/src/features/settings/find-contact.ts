/** Finds the operator's contact details in the settings, for the help pages. */
import type { getContact, OutputOf } from '@shufang/contract';
import { getSettingsInForce, type SettingsDependencies } from './platform-settings.ts';

/** Returns the contact details in force; empty settings are left out. */
export const findContact = async (dependencies: SettingsDependencies): Promise<OutputOf<typeof getContact>> => {
  const { settings } = await getSettingsInForce(dependencies);
  const { operatorName: name, phone, hours, wechat, email, topicEmails: emails, licenses } = settings;
  const texts = Object.entries({ name, phone, hours, wechat, email }).filter(([, text]) => text !== '');
  return { ...(Object.fromEntries(texts) as Partial<Record<'name' | 'phone' | 'hours' | 'wechat' | 'email', string>>), emails, licenses };
};
