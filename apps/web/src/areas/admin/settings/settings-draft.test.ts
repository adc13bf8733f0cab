import { platformSettings } from '@shufang/contract';
import { expect, test } from 'vitest';
import { draftOfSettings, settingsFields } from './settings-draft.ts';

const settings = platformSettings.parse({
  operatorName: '墨池',
  topicEmails: [{ topic: 'account', email: 'a@example.com' }],
  licenses: ['一号', '二号'],
});

test('settings are the same after conversion to form values and back', () => {
  expect(settingsFields.parse(draftOfSettings(settings))).toEqual(settings);
});

test('white space and empty lines are removed', () => {
  const draft = { ...draftOfSettings(settings), operatorName: ' 墨池 ', licenses: '\n一号 \n\n 二号\n' };
  expect(settingsFields.parse(draft)).toEqual(settings);
});

test.each([
  ['reviewDays', '0'],
  ['reviewDays', '61'],
  ['reviewDays', '三'],
  ['reviewDays', ''],
  ['email', 'help'],
  ['email.account', 'a@'],
  ['licenses', Array.from({ length: 11 }, (_, n) => n).join('\n')],
] as const)('%s %j is invalid and shows an error', (field, value) => {
  const { error } = settingsFields.safeParse({ ...draftOfSettings(settings), [field]: value });
  expect(error?.issues.map(({ path }) => path)).toEqual([[field]]);
});
