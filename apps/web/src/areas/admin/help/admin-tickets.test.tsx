/** Tests the reply to a help ticket in the admin area. */
import { answerTicket, listTickets, type OperatorTicket, operatorTicket } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { ANONYMOUS_OWNER } from '../../../platform/storage/anonymous-owner.ts';
import { dropFormDrafts } from '../../../platform/storage/form-drafts.ts';
import { emptyPayload } from '../../../testing/empty-payload.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { AdminTickets } from './admin-tickets.tsx';

const text = adminText.tickets;
const ticket: OperatorTicket = { ...(emptyPayload(operatorTicket) as OperatorTicket), id: 't1', state: 'open', body: '打不开书' };

afterEach(async () => {
  vi.unstubAllGlobals();
  await dropFormDrafts(ANONYMOUS_OWNER);
});

it('a reply needs text, and the field is empty after it was sent', async () => {
  const counts = { open: 1, answered: 0, closed: 0 };
  const { asked } = stubCalls(succeed(listTickets, { items: [ticket], counts }), succeed(answerTicket, { ticket }));
  renderInApp(<AdminTickets seesAccounts={false} />);
  const field = await screen.findByRole('textbox', { name: text.replyLabel });
  await userEvent.type(field, ' ');
  await userEvent.click(screen.getByRole('button', { name: text.reply }));
  expect(field).toHaveAccessibleDescription(text.needReply);
  expect(field).toHaveFocus();
  const sent = () => asked.filter(({ name }) => name === answerTicket.path).map(({ fields }) => fields);
  expect(sent()).toEqual([]);
  await userEvent.type(field, '请刷新页面 ');
  await userEvent.click(screen.getByRole('button', { name: text.reply }));
  await waitFor(() => expect(field).toHaveValue(''));
  expect(sent()).toEqual([{ ticketId: 't1', body: '请刷新页面' }]);
});
