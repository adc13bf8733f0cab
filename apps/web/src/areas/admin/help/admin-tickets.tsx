/** Admin list of readers' help tickets. */
import { answerTicket, closeTicket, LIMITS, type OperatorTicket, ticketState, ticketTopic } from '@shufang/contract';
import { buttonClass, Cluster, Facts, RecordCard, Stack, StateBadge, Text, TextAreaField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { helpText } from '../../../platform/messages/zh-cn/help.ts';
import { ChoiceField } from '../../../platform/records/choice-field.tsx';
import { StateList } from '../../../platform/records/state-list.tsx';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';
import { adminTicketsQuery } from './admin-queries.ts';
import styles from './admin-tickets.module.css';

const text = adminText.tickets;
const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

const answerFields = z.object({ body: z.string().trim().min(1, text.needReply) });

const AnswerForm = ({ ticket }: { ticket: OperatorTicket }) => {
  const queryClient = useQueryClient();
  const form = useForm({ draft: `answer:${ticket.id}`, initial: { body: '' }, schema: answerFields });
  const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['help', 'admin'] });
  const answering = useMutation({
    mutationFn: (body: string) => call(answerTicket, { ticketId: ticket.id, body }),
    onSuccess: () => {
      form.reset();
      return refresh();
    },
  });
  const closing = useMutation({ mutationFn: () => call(closeTicket, { ticketId: ticket.id }), onSuccess: refresh });
  const handleSubmit = form.handleSubmit(({ body }) => {
    if (!answering.isPending) answering.mutate(body);
  });
  return (
    <Stack as="form" gap={12} marginTop={20} noValidate onSubmit={handleSubmit}>
      <TextAreaField
        label={text.replyLabel}
        rows={3}
        error={form.errors.body?.message}
        maxLength={LIMITS.ticketBodyChars}
        {...form.register('body')}
      />
      <Cluster gap={12}>
        <button type="submit" className={buttonClass()} aria-disabled={answering.isPending}>
          {text.reply}
        </button>
        <button
          type="button"
          className={buttonClass('quiet')}
          aria-disabled={closing.isPending}
          onClick={() => {
            if (!closing.isPending) closing.mutate();
          }}
        >
          {text.close}
        </button>
      </Cluster>
    </Stack>
  );
};

const ToAccount = ({ user }: { user: NonNullable<OperatorTicket['author']> }) => (
  <Text to={`/admin/users?q=${user.userId}`} as={Link} tone="accent" underline aria-label={text.toAccountOf(user.name)}>
    {text.toAccount}
  </Text>
);

interface TicketProps {
  readonly ticket: OperatorTicket;
  /** Whether the operator may see accounts. */
  readonly seesAccounts: boolean;
}

const Ticket = ({ ticket, seesAccounts }: TicketProps) => {
  const { author: user, contact, diagnostics, state, topic, replies, createdAt } = ticket;
  const who = user === undefined ? text.anonymousUser : `${user.name} ${user.tel}`;
  return (
    <li>
      <RecordCard
        title={`${helpText.topics[topic]} · ${user?.name ?? text.anonymousUser}`}
        badge={<StateBadge tone={state === 'open' ? 'wait' : 'plain'}>{state === 'open' ? text.waits : helpText.states[state]}</StateBadge>}
      >
        <Facts
          items={[
            [text.from, who],
            ...(contact === '' ? [] : [[text.contact, contact] as const]),
            [text.askedAt, time.format(createdAt)],
            ...(user === undefined || !seesAccounts ? [] : [[text.account, <ToAccount key={user.userId} user={user} />] as const]),
          ]}
        />
        <Text as="p" marginTop={12} whiteSpace="pre-line" breakWords className={styles.text}>
          {ticket.body}
        </Text>
        {replies.map((reply) => (
          <div key={reply.id} className={styles.reply} data-from={reply.fromOperator ? 'operator' : 'user'}>
            <Text as="p" size={13} tone="faint">
              {reply.fromOperator ? text.operatorSaid : text.userSaid} {time.format(reply.at)}
            </Text>
            <Text as="p" marginTop={12} whiteSpace="pre-line" breakWords className={styles.text}>
              {reply.body}
            </Text>
          </div>
        ))}
        {diagnostics === undefined ? null : (
          <details className={styles.diagnostics}>
            <summary>{text.diagnostics}</summary>
            <pre>{JSON.stringify(diagnostics, undefined, 2)}</pre>
          </details>
        )}
        {state === 'closed' ? null : <AnswerForm ticket={ticket} />}
      </RecordCard>
    </li>
  );
};

export const AdminTickets = ({ seesAccounts }: Pick<TicketProps, 'seesAccounts'>) => {
  const { valueOf, change } = useUrlFilters();
  const topic = ticketTopic.safeParse(valueOf('topic')).data;
  return (
    <StateList
      name="state"
      states={ticketState.options}
      first="open"
      labels={{ ...helpText.states, open: text.waits }}
      queryOf={(state) => adminTicketsQuery(state, topic)}
      what={text.what}
      filtersLabel={text.filters}
      moreFilters={
        <ChoiceField name="topic" label={text.topic} choices={ticketTopic.options} labels={helpText.topics} value={topic} change={change} />
      }
      empty={{ title: text.none, hint: text.noneHint }}
    >
      {(tickets) => (
        <Stack as="ul" gap={16}>
          {tickets.map((ticket) => (
            <Ticket key={ticket.id} ticket={ticket} seesAccounts={seesAccounts} />
          ))}
        </Stack>
      )}
    </StateList>
  );
};
