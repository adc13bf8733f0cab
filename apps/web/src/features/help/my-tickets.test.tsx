/** Tests the reply to a help ticket: it needs a text, which stays after a refusal. */
import 'fake-indexeddb/auto';
import { listMyTickets, replyToTicket, type Ticket } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { helpText as text } from '../../platform/messages/zh-cn/help.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { MyTickets } from './my-tickets.tsx';

const ticket: Ticket = { id: 't1', topic: 'other', state: 'answered', body: '打不开', replies: [], createdAt: 1, updatedAt: 1 };
const listed = succeed(listMyTickets, { items: [ticket] });

afterEach(() => vi.unstubAllGlobals());

it('a reply needs a text, which stays after a refusal and is sent without surrounding spaces', async () => {
  const refused = stubCalls(listed, refuse(replyToTicket, 'request.tooMany', '操作过于频繁'));
  renderInApp(<MyTickets userId="u1" />);
  const field = await screen.findByRole('textbox', { name: text.replyLabel });
  const send = screen.getByRole('button', { name: text.sendReply });
  expect(send).toBeDisabled();
  await userEvent.type(field, ' 还是打不开 ');
  await userEvent.click(send);
  const replies = ({ asked }: typeof refused) => asked.filter(({ name }) => name === replyToTicket.path).map(({ fields }) => fields);
  await waitFor(() => expect(replies(refused)).toHaveLength(1));
  await waitFor(() => expect(send).toBeEnabled());
  expect(field).toHaveValue(' 还是打不开 ');
  const accepted = stubCalls(listed, succeed(replyToTicket, { ticket }));
  await userEvent.click(send);
  await waitFor(() => expect(field).toHaveValue(''));
  expect(replies(accepted)).toEqual([{ ticketId: 't1', body: '还是打不开' }]);
});
