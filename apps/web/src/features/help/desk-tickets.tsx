/** Questions of readers for those who answer them. */
import { answerTicket, closeTicket, LIMITS, type OperatorTicket, ticketState, ticketTopic } from '@shufang/contract';
import { buttonClass, Facts, RecordCard, RecordList, SelectField, StateBadge, TextAreaField } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import { ChoiceField } from '../../platform/records/choice-field.tsx';
import { useAddressFilters } from '../../platform/records/use-address-filters.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import { deskTicketsQuery } from './desk-queries.ts';
import styles from './desk-tickets.module.css';

const text = deskText.tickets;
const time = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'medium', timeStyle: 'short' });

const AnswerForm = ({ ticket }: { ticket: OperatorTicket }) => {
  const queryClient = useQueryClient();
  const [body, setBody] = useState('');
  const [isMissing, setMissing] = useState(false);
  const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['help', 'desk'] });
  const answering = useMutation({
    mutationFn: () => call(answerTicket, { ticketId: ticket.id, body: body.trim() }),
    onSuccess: () => {
      setBody('');
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
        onChange={setBody}
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

const Ticket = ({ ticket }: { ticket: OperatorTicket }) => {
  const { asker, contact, diagnostics, state, topic, replies, createdAt } = ticket;
  const who = asker === undefined ? text.stranger : `${asker.name} ${asker.tel}`;
  return (
    <li>
      <RecordCard
        title={`${helpText.topics[topic]} · ${asker?.name ?? text.stranger}`}
        mark={<StateBadge tone={state === 'open' ? 'wait' : 'plain'}>{state === 'open' ? text.waits : helpText.states[state]}</StateBadge>}
      >
        <Facts
          items={[[text.from, who], ...(contact === '' ? [] : [[text.contact, contact] as const]), [text.askedAt, time.format(createdAt)]]}
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

export const DeskTickets = () => {
  const { valueOf, change } = useAddressFilters();
  const state = ticketState.safeParse(valueOf('state')).data ?? 'open';
  const topic = ticketTopic.safeParse(valueOf('topic')).data;
  const query = useInfiniteQuery(deskTicketsQuery(state, topic));
  const pages = useRecordPages(query, deskText.failed(text.what));
  const counts = query.data?.pages[0]?.counts;
  return (
    <RecordList
      pages={pages}
      filters={{
        label: text.filters,
        fields: (
          <>
            <SelectField
              label={deskText.state}
              options={ticketState.options.map((value) => {
                const label = value === 'open' ? text.waits : helpText.states[value];
                return { value, label: deskText.counted(label, counts?.[value]) };
              })}
              value={state}
              onChange={(value) => change('state', value === 'open' ? '' : value)}
            />
            <ChoiceField
              name="topic"
              label={text.topic}
              choices={ticketTopic.options}
              labels={helpText.topics}
              value={topic}
              change={change}
            />
          </>
        ),
      }}
      empty={{ title: text.none, children: <p>{text.noneHint}</p> }}
    >
      {(tickets) => (
        <ul className={styles.list}>
          {tickets.map((ticket) => (
            <Ticket key={ticket.id} ticket={ticket} />
          ))}
        </ul>
      )}
    </RecordList>
  );
};
