/** Overview of the user's data and open tasks, with a link for each, and the institution to whose network the client IP belongs. */
import type { ApplicationKind, getMyTodo, OutputOf } from '@shufang/contract';
import { Cluster, Column, Panel, Row, Stack, Text, TextButton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { userCenterText as text } from '../../platform/messages/zh-cn/user-center.ts';
import styles from './my-overview.module.css';
import { todoQuery } from './profile-queries.ts';

type Todo = OutputOf<typeof getMyTodo>;

const Counts = ({ counts }: { counts: Todo['counts'] }) => {
  const entries = [
    { to: '/user/myBooks', name: text.counts.books, count: counts.books },
    { to: '/user/myNotes', name: text.counts.notes, count: counts.notes },
    { to: '/user/myOrders?tab=created', name: text.counts.ordersToPay, count: counts.ordersToPay },
    { to: '/helper/contact#mine', name: text.counts.tickets, count: counts.ticketsOpen + counts.ticketsAnswered },
  ];
  return (
    <ul className={styles.counts}>
      {entries.map(({ to, name, count }) => (
        <li key={to}>
          <Column to={to} as={Link} align="center" className={styles.count}>
            <Text serif tabular className={styles.number}>
              {count}
            </Text>
            <Text size={14} tone="soft" className={styles.name}>
              {name}
            </Text>
          </Column>
        </li>
      ))}
    </ul>
  );
};

const pathOf: Record<ApplicationKind, string> = { teacher: '/user/teacher', author: '/user/myEditedBook' };

const waitingOf = ({ counts, applications }: Todo): { to: string; text: string }[] => [
  ...(counts.ordersToPay > 0 ? [{ to: '/user/myOrders?tab=created', text: text.todo.pay(counts.ordersToPay) }] : []),
  ...(counts.ticketsAnswered > 0 ? [{ to: '/helper/contact#mine', text: text.todo.answeredTickets(counts.ticketsAnswered) }] : []),
  ...applications.map(({ kind, state }) => ({ to: pathOf[kind], text: text.todo.application(kind, state) })),
];

const Waiting = ({ todo }: { todo: Todo }) => {
  const waiting = waitingOf(todo);
  if (waiting.length === 0) return null;
  return (
    <section aria-label={text.todo.title}>
      <ul className={styles.waiting}>
        {waiting.map((one) => (
          <li key={one.to}>
            <Row to={one.to} as={Link} gap={16} justify="between" className={styles.wait}>
              {one.text}
              <span aria-hidden="true">{text.todo.go}</span>
            </Row>
          </li>
        ))}
      </ul>
    </section>
  );
};

export const MyOverview = () => {
  const { data, isError, refetch } = useQuery(todoQuery());
  if (isError) {
    return (
      <Panel as="p" marginTop={16} className={styles.failed} role="status">
        {text.overviewFailed}
        <TextButton type="button" className={styles.retry} onClick={() => void refetch()}>
          {text.retry}
        </TextButton>
      </Panel>
    );
  }
  if (data === undefined)
    return <Panel flush marginTop={16} className={styles.skeleton} role="status" aria-busy="true" aria-label={text.overview} />;
  return (
    <Stack as="section" gap={16} marginTop={16} aria-label={text.overview}>
      <Counts counts={data.counts} />
      <Waiting todo={data} />
    </Stack>
  );
};

/** Card with the institutions whose books the user can read now, or, without such an institution, with advice how to get access. */
export const InstitutionCard = () => {
  const { data } = useQuery(todoQuery());
  if (data === undefined) return null;
  if (data.institutions.length === 0) {
    return (
      <Panel>
        <p>{text.institution.none}</p>
        <Text as="p" size={14} tone="soft" marginTop={4}>
          {text.institution.noneHint}
        </Text>
        <Cluster as="p" gap={[4, 24]} size={14} marginTop={12}>
          <Text to="/bookshelf/owned?source=institution" as={Link} tone="accent" underline>
            {text.institution.read}
          </Text>
          <Text to="/helper/contact#ask" as={Link} tone="accent" underline>
            {text.institution.ask}
          </Text>
        </Cluster>
      </Panel>
    );
  }
  return (
    <Stack as="ul" gap={12}>
      {data.institutions.map(({ name, via, scope, endsAt }) => (
        <Panel key={`${name} ${via} ${scope} ${endsAt}`} as="li">
          <Text as="p" size={17}>
            {name}
          </Text>
          <Text as="p" size={14} tone="soft" marginTop={4}>
            {text.institution.lends(via, scope, text.date(endsAt))}
          </Text>
          <Cluster as="p" gap={[4, 24]} size={14} marginTop={12}>
            <Text to="/book/list?source=institution" as={Link} tone="accent" underline>
              {text.institution.browse}
            </Text>
          </Cluster>
        </Panel>
      ))}
    </Stack>
  );
};
