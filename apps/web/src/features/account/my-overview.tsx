/** What the person has here and what waits for them, each a way to it; and the institution whose network they are in. */
import type { ApplicationKind, getMyTodo, OutputOf } from '@shufang/contract';
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
          <Link to={to} className={styles.count}>
            <span className={styles.number}>{count}</span>
            <span className={styles.name}>{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
};

const placeOf: Record<ApplicationKind, string> = { teacher: '/user/teacher', author: '/user/myEditedBook' };

const waitingOf = ({ counts, applications }: Todo): { to: string; text: string }[] => [
  ...(counts.ordersToPay > 0 ? [{ to: '/user/myOrders?tab=created', text: text.todo.pay(counts.ordersToPay) }] : []),
  ...(counts.ticketsAnswered > 0 ? [{ to: '/helper/contact#mine', text: text.todo.answered(counts.ticketsAnswered) }] : []),
  ...applications.map(({ kind, state }) => ({ to: placeOf[kind], text: text.todo.application(kind, state) })),
];

const Waiting = ({ todo }: { todo: Todo }) => {
  const waiting = waitingOf(todo);
  if (waiting.length === 0) return null;
  return (
    <section aria-label={text.todo.title}>
      <ul className={styles.waiting}>
        {waiting.map((one) => (
          <li key={one.to}>
            <Link to={one.to} className={styles.wait}>
              {one.text}
              <span aria-hidden="true">{text.todo.go}</span>
            </Link>
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
      <p className={styles.failed} role="status">
        {text.overviewFailed}
        <button type="button" className={styles.retry} onClick={() => void refetch()}>
          {text.retry}
        </button>
      </p>
    );
  }
  if (data === undefined) return <div className={styles.skeleton} role="status" aria-busy="true" aria-label={text.overview} />;
  return (
    <section className={styles.overview} aria-label={text.overview}>
      <Counts counts={data.counts} />
      <Waiting todo={data} />
    </section>
  );
};

/** Which institution lends books here and now, or how one comes to be known. */
export const InstitutionCard = () => {
  const { data } = useQuery(todoQuery());
  if (data === undefined) return null;
  if (data.institutions.length === 0) {
    return (
      <div className={styles.institution}>
        <p>{text.institution.none}</p>
        <p className={styles.hint}>{text.institution.noneHint}</p>
        <p className={styles.ways}>
          <Link to="/bookshelf/owned?source=institution" className={styles.link}>
            {text.institution.read}
          </Link>
          <Link to="/helper/contact#ask" className={styles.link}>
            {text.institution.ask}
          </Link>
        </p>
      </div>
    );
  }
  return (
    <ul className={styles.institutions}>
      {data.institutions.map(({ name, via, scope, endsAt }) => (
        <li key={`${name} ${via} ${scope} ${endsAt}`} className={styles.institution}>
          <p className={styles.institutionName}>{name}</p>
          <p className={styles.hint}>{text.institution.lends(via, scope, text.date(endsAt))}</p>
          <p className={styles.ways}>
            <Link to="/book/list?source=institution" className={styles.link}>
              {text.institution.browse}
            </Link>
          </p>
        </li>
      ))}
    </ul>
  );
};
