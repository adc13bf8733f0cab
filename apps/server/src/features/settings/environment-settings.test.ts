import { expect, test } from 'vitest';
import { environmentSettings } from './environment-settings.ts';

test('fictitious settings are used only in a demo whose environment has none', () => {
  const nobody = { emails: [], licenses: [] };
  expect(environmentSettings({ mode: 'production', operator: nobody, reviewDays: 3 }).operatorName).toBe('');
  const named = environmentSettings({ mode: 'demo', operator: { ...nobody, phone: '010-1' }, reviewDays: 3 });
  expect([named.operatorName, named.phone]).toEqual(['', '010-1']);
});
