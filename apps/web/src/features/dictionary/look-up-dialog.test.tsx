/** Tests the dialog that looks up and translates a passage. */
import { lookUpText as lookUpInDictionary, translateText } from '@shufang/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { lookUpText as text } from '../../platform/messages/zh-cn/look-up.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { LookUpDialog } from './look-up-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const open = (passage: string, hasDictionary: boolean, hasTranslation: boolean) =>
  renderInApp(
    <LookUpDialog passage={passage} offered={{ hasDictionary, hasTranslation }} name={text.name.both} onClose={() => undefined} />,
  );

it('shows the entries with pinyin, source and terms, and translates on request', async () => {
  const entry = { headword: '学习', pinyin: 'xué xí', definitions: ['to study', 'to learn'], source: '样本词典', license: 'CC BY-SA 4.0' };
  const { asked } = stubCalls(succeed(lookUpInDictionary, { entries: [entry] }), succeed(translateText, { text: 'learn' }));
  open('学习成绩', true, true);
  expect(await screen.findByText('xué xí')).toBeVisible();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toContain('to learn');
  expect(screen.getByText(text.source('样本词典', 'CC BY-SA 4.0'))).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  expect(asked).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: text.translate }));
  expect(await screen.findByText('learn')).toBeVisible();
});

it('says when there is no such word, and lets the user repeat a failed call', async () => {
  stubCalls(refuse(lookUpInDictionary, 'unavailable', '暂时不能用'));
  open('学', true, false);
  await screen.findByText(text.failed);
  stubCalls(succeed(lookUpInDictionary, { entries: [] }));
  await userEvent.click(screen.getByRole('button', { name: text.retry }));
  expect(await screen.findByText(text.nothing)).toBeVisible();
});

it('translates at once without a dictionary, unless the passage is too long', async () => {
  const { asked } = stubCalls(succeed(translateText, { text: 'learn' }));
  open('学'.repeat(501), false, true);
  expect(screen.getByText(text.tooLong(500))).toBeVisible();
  expect(asked).toEqual([]);
  open('学', false, true);
  expect(await screen.findByText('learn')).toBeVisible();
});
