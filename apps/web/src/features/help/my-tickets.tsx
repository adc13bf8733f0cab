/** The user's help tickets with status and replies; the user can reply until a help ticket is closed. */
import { LIMITS, replyToTicket, type Ticket } from '@shufang/contract';
import { buttonClass, Cluster, Row, Text, TextArea, TextButton } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import styles from './help.module.css';
import { ticketsQuery } from './queries.ts';

const timeOf = (at: number): string => new Date(at).toLocaleString('zh-CN', { dateStyle: 'medium', timeStyle: 'short' });

const replyFields = z.object({ body: replyToTicket.input.shape.body });

const ReplyForm = ({ ticketId, userId }: { ticketId: string; userId: string }) => {
  const id = useId();
  const queryClient = useQueryClient();
  const typed = useForm({ draft: `reply:${ticketId}`, initial: { body: '' }, schema: replyFields });
  const replying = useMutation({
    mutationFn: (fields: z.output<typeof replyFields>) => call(replyToTicket, { ticketId, ...fields }),
    onSuccess: async () => {
      typed.reset();
      await queryClient.invalidateQueries({ queryKey: ticketsQuery(userId).queryKey });
    },
  });
  const handleSubmit = typed.handleSubmit((fields) => {
    if (!replying.isPending) replying.mutate(fields);
  });
  return (
    <Row as="form" gap={12} marginTop={12} className={styles.replyForm} onSubmit={handleSubmit}>
      <label htmlFor={id} className="visually-hidden">
        {helpText.replyLabel}
      </label>
      <TextArea
        id={id}
        className={styles.replyText}
        rows={2}
        maxLength={LIMITS.ticketBodyChars}
        placeholder={helpText.replyLabel}
        {...typed.register('body')}
      />
      <button type="submit" className={buttonClass('quiet')} disabled={replying.isPending || typed.values.body.trim() === ''}>
        {helpText.sendReply}
      </button>
    </Row>
  );
};

const TicketItem = ({ ticket, userId }: { ticket: Ticket; userId: string }) => (
  <li className={styles.ticket}>
    <Cluster as="p" gap={[4, 12]} align="center" size={13} tone="soft">
      <span className={styles.badge} data-state={ticket.state}>
        {helpText.states[ticket.state]}
      </span>
      <span>{helpText.topics[ticket.topic]}</span>
      <time dateTime={new Date(ticket.createdAt).toISOString()}>{timeOf(ticket.createdAt)}</time>
    </Cluster>
    <Text as="p" marginTop={8} whiteSpace="pre-line" breakWords className={styles.text}>
      {ticket.body}
    </Text>
    {ticket.replies.map((reply) => (
      <div key={reply.id} className={styles.reply} data-from={reply.fromOperator ? 'operator' : 'user'}>
        <Cluster as="p" gap={[4, 12]} align="center" size={13} tone="soft">
          <span>{reply.fromOperator ? helpText.fromOperator : helpText.fromYou}</span>
          <time dateTime={new Date(reply.at).toISOString()}>{timeOf(reply.at)}</time>
        </Cluster>
        <Text as="p" marginTop={8} whiteSpace="pre-line" breakWords className={styles.text}>
          {reply.body}
        </Text>
      </div>
    ))}
    {ticket.state === 'closed' ? null : <ReplyForm ticketId={ticket.id} userId={userId} />}
  </li>
);

export const MyTickets = ({ userId }: { userId: string }) => {
  const { data: tickets, isError, refetch } = useQuery(ticketsQuery(userId));
  if (isError && tickets === undefined) {
    return (
      <Text as="p" tone="soft" role="status">
        {helpText.mineFailed}
        <TextButton type="button" size="inherit" underline className={styles.textButton} onClick={() => void refetch()}>
          {helpText.retry}
        </TextButton>
      </Text>
    );
  }
  if (tickets === undefined) return <div className={styles.skeleton} role="status" aria-busy="true" aria-label={helpText.mineLoading} />;
  if (tickets.length === 0)
    return (
      <Text as="p" tone="soft" marginTop={8}>
        {helpText.mineEmpty}
      </Text>
    );
  return (
    <ul>
      {tickets.map((ticket) => (
        <TicketItem key={ticket.id} ticket={ticket} userId={userId} />
      ))}
    </ul>
  );
};
