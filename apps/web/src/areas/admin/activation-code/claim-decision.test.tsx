/** Tests the decision of a claim: a rejection needs a reason, the term is a whole number or empty. */
import { decideClaim, type OperatorClaim, operatorClaim } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { codesText as text } from '../../../platform/messages/zh-cn/codes.ts';
import { ANONYMOUS_OWNER } from '../../../platform/storage/anonymous-owner.ts';
import { dropFormDrafts, findFormDraft } from '../../../platform/storage/form-drafts.ts';
import { emptyPayload } from '../../../testing/empty-payload.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { ClaimDecision } from './claim-decision.tsx';

const claim: OperatorClaim = { ...(emptyPayload(operatorClaim) as OperatorClaim), id: 'c1' };
const field = (name: string): HTMLElement => screen.getByRole('textbox', { name });
const show = (approve: boolean) => {
  const { asked } = stubCalls(succeed(decideClaim, { claim }));
  const onClose = vi.fn();
  renderInApp(<ClaimDecision claim={claim} approve={approve} onClose={onClose} />);
  return { onClose, sent: () => asked.filter(({ name }) => name === decideClaim.path).map(({ fields }) => fields) };
};

afterEach(async () => {
  vi.unstubAllGlobals();
  await dropFormDrafts(ANONYMOUS_OWNER);
});

it('a rejection is sent with its reason only', async () => {
  const { onClose, sent } = show(false);
  await userEvent.click(screen.getByRole('button', { name: text.rejectNow }));
  expect(field(text.rejectReason)).toHaveAccessibleDescription(text.reasonMissing);
  expect(field(text.rejectReason)).toHaveFocus();
  expect(sent()).toEqual([]);
  await userEvent.type(field(text.rejectReason), '照片看不清');
  await userEvent.click(screen.getByRole('button', { name: text.rejectNow }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent()).toEqual([{ claimId: 'c1', approve: false, reply: '照片看不清' }]);
});

it.each(['0', '三', '1.5', '123456'])('an approval for a term of %s days is not sent', async (term) => {
  const { sent } = show(true);
  await userEvent.type(field(text.claimTerm), term);
  await userEvent.click(screen.getByRole('button', { name: text.approveNow }));
  expect(field(text.claimTerm)).toHaveAccessibleDescription(text.numberWrong);
  expect(sent()).toEqual([]);
});

it.each([
  ['', {}],
  ['365', { termDays: 365 }],
])('an approval with the term %j is sent, and the term is not stored as a draft', async (term, expected) => {
  const { onClose, sent } = show(true);
  if (term !== '') await userEvent.type(field(text.claimTerm), term);
  expect((await findFormDraft(ANONYMOUS_OWNER, 'reject-claim:c1')) ?? '{}').toBe('{}');
  await userEvent.click(screen.getByRole('button', { name: text.approveNow }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent()).toEqual([{ claimId: 'c1', approve: true, reply: '', ...expected }]);
});
