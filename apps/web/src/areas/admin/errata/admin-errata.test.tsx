/** Tests the dialog that records the version in which an erratum is corrected. */
import { type AdminErratum, decideErratum, listAdminErrata } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { errataText as text } from '../../../platform/messages/zh-cn/readers-say.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { AdminErrata } from './admin-errata.tsx';

const erratum: AdminErratum = {
  id: '2'.repeat(26),
  bookId: '1'.repeat(26),
  bookTitle: '论语',
  state: 'accepted',
  quote: '学儿时习之',
  suggestion: '学而时习之',
  chapter: '学而篇',
  reason: '',
  reply: '',
  versionNo: 2,
  currentVersion: 4,
  createdAt: 1,
};
const counts = { submitted: 0, accepted: 1, duplicate: 0, rejected: 0, fixed: 0 };
const listed = succeed(listAdminErrata, { items: [erratum], counts });

afterEach(() => vi.unstubAllGlobals());

it.each(['', '1', '5', 'x'])(
  'version %j of a correction is rejected, because it is not from the reported to the current one',
  async (version) => {
    const { asked } = stubCalls(listed);
    renderInApp(<AdminErrata />, '/?state=accepted');
    await userEvent.click(await screen.findByRole('button', { name: text.actionOn(text.fix, erratum.quote) }));
    const field = screen.getByRole('textbox', { name: text.fixVersion });
    expect(field).toHaveValue('4');
    await userEvent.clear(field);
    if (version !== '') await userEvent.type(field, version);
    await userEvent.click(screen.getByRole('button', { name: text.fix }));
    expect(field).toHaveAccessibleDescription(text.fixVersionWrong);
    expect(field).toHaveFocus();
    expect(asked.filter(({ name }) => name === decideErratum.path)).toEqual([]);
  },
);

it('a valid version is sent, and stays in the field after a refusal', async () => {
  stubCalls(listed, refuse(decideErratum, 'errata.versionUnknown', '没有这一版'));
  renderInApp(<AdminErrata />, '/?state=accepted');
  await userEvent.click(await screen.findByRole('button', { name: text.actionOn(text.fix, erratum.quote) }));
  const field = screen.getByRole('textbox', { name: text.fixVersion });
  await userEvent.clear(field);
  await userEvent.type(field, '3{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: text.fix })).toHaveAttribute('aria-disabled', 'false'));
  expect(field).toHaveValue('3');
  const { asked } = stubCalls(listed, succeed(decideErratum, { ...erratum, state: 'fixed', fixedInVersion: 3 }));
  await userEvent.click(screen.getByRole('button', { name: text.fix }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ name }) => name === decideErratum.path)?.fields).toEqual({ id: erratum.id, decision: 'fix', fixedInVersion: 3 });
});
