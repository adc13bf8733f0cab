/** Questions of readers for those who answer them. */
import { answerTicket, closeTicket, LIMITS, type OperatorTicket, ticketState, ticketTopic } from '@shufang/contract';
import { buttonClass, Facts, RecordCard, StateBadge, TextAreaField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import { ChoiceField } from '../../platform/records/choice-field.tsx';
import { StateList } from '../../platform/records/state-list.tsx';
import { useAddressFilters } from '../../platform/records/use-address-filters.ts';
import { useTyped } from '../../platform/storage/use-typed.ts';
import { deskTicketsQuery } from './desk-queries.ts';
import styles from './desk-tickets.module.css';

const text = deskText.tickets;
const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

const AnswerForm = ({ ticket }: { ticket: OperatorTicket }) => {
  const queryClient = useQueryClient();
  const typed = useTyped(`answer:${ticket.id}`, { body: '' });
  const { body } = typed.values;
  const [isMissing, setMissing] = useState(false);
  const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['help', 'desk'] });
  const answering = useMutation({
    mutationFn: () => call(answerTicket, { ticketId: ticket.id, body: body.trim() }),
    onSuccess: () => {
      typed.drop({ body: '' });
      return refresh();
    },
  });
  const closing = useMutation({ mutationFn: () => call(closeTicket, { ticketId: ticket.id }), onSuccess: refresh });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    setMissing(body.trim() === '');
    if (body.trim() !== '' && !answering.isPending) answering.mutate();
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <TextAreaField
        label={text.replyLabel}
        rows={3}
        fault={isMissing ? text.needReply : undefined}
        maxLength={LIMITS.ticketBodyChars}
        value={body}
        onChange={(value) => typed.type('body', value)}
      />
      <div className={styles.actions}>
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
      </div>
    </form>
  );
};

const ToAccount = ({ asker }: { asker: NonNullable<OperatorTicket['asker']> }) => (
  <Link to={`/admin/users?q=${asker.userId}`} className={styles.link} aria-label={text.toAccountOf(asker.name)}>
    {text.toAccount}
  </Link>
);

interface TicketProps {
  readonly ticket: OperatorTicket;
  /** Whether accounts are theirs to look at. */
  readonly seesAccounts: boolean;
}

const Ticket = ({ ticket, seesAccounts }: TicketProps) => {
  const { asker, contact, diagnostics, state, topic, replies, createdAt } = ticket;
  const who = asker === undefined ? text.stranger : `${asker.name} ${asker.tel}`;
  return (
    <li>
      <RecordCard
        title={`${helpText.topics[topic]} · ${asker?.name ?? text.stranger}`}
        mark={<StateBadge tone={state === 'open' ? 'wait' : 'plain'}>{state === 'open' ? text.waits : helpText.states[state]}</StateBadge>}
      >
        <Facts
          items={[
            [text.from, who],
            ...(contact === '' ? [] : [[text.contact, contact] as const]),
            [text.askedAt, time.format(createdAt)],
            ...(asker === undefined || !seesAccounts ? [] : [[text.account, <ToAccount key={asker.userId} asker={asker} />] as const]),
          ]}
        />
        <p className={styles.words}>{ticket.body}</p>
        {replies.map((reply) => (
          <div key={reply.id} className={styles.reply} data-from={reply.fromOperator ? 'operator' : 'person'}>
            <p className={styles.replyHead}>
              {reply.fromOperator ? text.operatorSaid : text.askerSaid} {time.format(reply.at)}
            </p>
            <p className={styles.words}>{reply.body}</p>
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

export const DeskTickets = ({ seesAccounts }: Pick<TicketProps, 'seesAccounts'>) => {
  const { valueOf, change } = useAddressFilters();
  const topic = ticketTopic.safeParse(valueOf('topic')).data;
  return (
    <StateList
      name="state"
      states={ticketState.options}
      first="open"
      labels={{ ...helpText.states, open: text.waits }}
      queryOf={(state) => deskTicketsQuery(state, topic)}
      what={text.what}
      filtersLabel={text.filters}
      moreFilters={
        <ChoiceField name="topic" label={text.topic} choices={ticketTopic.options} labels={helpText.topics} value={topic} change={change} />
      }
      empty={{ title: text.none, hint: text.noneHint }}
    >
      {(tickets) => (
        <ul className={styles.list}>
          {tickets.map((ticket) => (
            <Ticket key={ticket.id} ticket={ticket} seesAccounts={seesAccounts} />
          ))}
        </ul>
      )}
    </StateList>
  );
};
