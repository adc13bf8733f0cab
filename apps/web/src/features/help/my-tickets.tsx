/** What the person asked, how it stands, and what was said; more can be said while it is not closed. */
import { LIMITS, replyToTicket, type Ticket } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId } from 'react';
import { call } from '../../platform/api/client.ts';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import { useTyped } from '../../platform/storage/use-typed.ts';
import styles from './help.module.css';
import { ticketsQuery } from './queries.ts';

const timeOf = (at: number): string => new Date(at).toLocaleString('zh-CN', { dateStyle: 'medium', timeStyle: 'short' });

const ReplyForm = ({ ticketId, userId }: { ticketId: string; userId: string }) => {
  const id = useId();
  const queryClient = useQueryClient();
  const typed = useTyped(`reply:${ticketId}`, { body: '' });
  const { body } = typed.values;
  const replying = useMutation({
    mutationFn: () => call(replyToTicket, { ticketId, body }),
    onSuccess: async () => {
      typed.type('body', '');
      typed.drop();
      await queryClient.invalidateQueries({ queryKey: ticketsQuery(userId).queryKey });
    },
  });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (body.trim() !== '') replying.mutate();
  };
  return (
    <form className={styles.replyForm} onSubmit={handleSubmit}>
      <label htmlFor={id} className="visually-hidden">
        {helpText.replyLabel}
      </label>
      <textarea
        id={id}
        className={styles.replyText}
        rows={2}
        maxLength={LIMITS.ticketBodyChars}
        placeholder={helpText.replyLabel}
        value={body}
        onChange={(event) => typed.type('body', event.target.value)}
      />
      <button type="submit" className={buttonClass('quiet')} disabled={replying.isPending || body.trim() === ''}>
        {helpText.sendReply}
      </button>
    </form>
  );
};

const TicketItem = ({ ticket, userId }: { ticket: Ticket; userId: string }) => (
  <li className={styles.ticket}>
    <p className={styles.ticketHead}>
      <span className={styles.badge} data-state={ticket.state}>
        {helpText.states[ticket.state]}
      </span>
      <span>{helpText.topics[ticket.topic]}</span>
      <time dateTime={new Date(ticket.createdAt).toISOString()}>{timeOf(ticket.createdAt)}</time>
    </p>
    <p className={styles.words}>{ticket.body}</p>
    {ticket.replies.map((reply) => (
      <div key={reply.id} className={styles.reply} data-from={reply.fromOperator ? 'operator' : 'person'}>
        <p className={styles.replyHead}>
          <span>{reply.fromOperator ? helpText.fromOperator : helpText.fromYou}</span>
          <time dateTime={new Date(reply.at).toISOString()}>{timeOf(reply.at)}</time>
        </p>
        <p className={styles.words}>{reply.body}</p>
      </div>
    ))}
    {ticket.state === 'closed' ? null : <ReplyForm ticketId={ticket.id} userId={userId} />}
  </li>
);

export const MyTickets = ({ userId }: { userId: string }) => {
  const { data: tickets, isError, refetch } = useQuery(ticketsQuery(userId));
  if (isError && tickets === undefined) {
    return (
      <p className={styles.failed} role="status">
        {helpText.mineFailed}
        <button type="button" className={styles.textButton} onClick={() => void refetch()}>
          {helpText.retry}
        </button>
      </p>
    );
  }
  if (tickets === undefined) return <div className={styles.skeleton} role="status" aria-busy="true" aria-label={helpText.mineLoading} />;
  if (tickets.length === 0) return <p className={styles.hint}>{helpText.mineEmpty}</p>;
  return (
    <ul>
      {tickets.map((ticket) => (
        <TicketItem key={ticket.id} ticket={ticket} userId={userId} />
      ))}
    </ul>
  );
};
