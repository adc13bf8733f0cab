/** The only SQL on polls. */
import type { PollState } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { type SQL, sql } from '../../platform/sql.ts';

export interface StoredPoll {
  readonly id: string;
  readonly classId: string;
  readonly question: string;
  readonly options: readonly string[];
  readonly correct: number | null;
  readonly state: PollState;
  /** Number of rounds that have begun. */
  readonly rounds: number;
  readonly createdAt: number;
}

const select = async (db: Queryable, rest: SQL): Promise<StoredPoll[]> => {
  const { rows } = await db.execute<Row<StoredPoll>>(sql`
    select id, class_id as "classId", question, options, correct, state, rounds, created_at as "createdAt" from class_poll ${rest}`);
  return rows;
};

/** Returns the polls of a class, the newest first. */
export const listPollsOf = (db: Queryable, classId: string): Promise<StoredPoll[]> =>
  select(db, sql`where class_id = ${classId} order by created_at desc, id desc`);

export const findPoll = async (db: Queryable, id: string): Promise<StoredPoll | undefined> => (await select(db, sql`where id = ${id}`))[0];

/** Locks a poll until the transaction ends. */
export const lockPoll = async (tx: Transaction, id: string): Promise<StoredPoll | undefined> =>
  (await select(tx, sql`where id = ${id} for update`))[0];

export const countPolls = async (db: Queryable, classId: string): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from class_poll where class_id = ${classId}`);
  return rows[0]?.n ?? 0;
};

export const insertPoll = async (tx: Transaction, one: StoredPoll): Promise<void> => {
  await tx.execute(sql`
    insert into class_poll (id, class_id, question, options, correct, state, rounds, created_at)
    values (${one.id}, ${one.classId}, ${one.question}, ${JSON.stringify(one.options)}::jsonb, ${one.correct}, ${one.state}, ${one.rounds},
      ${one.createdAt})`);
};

export const putPollState = async (tx: Transaction, id: string, state: PollState, rounds: number): Promise<void> => {
  await tx.execute(sql`update class_poll set state = ${state}, rounds = ${rounds} where id = ${id}`);
};

export const deletePollById = async (tx: Transaction, id: string): Promise<void> => {
  await tx.execute(sql`delete from class_poll where id = ${id}`);
};

/** Stores a vote, or changes one, if the round is running and has the option. Returns false otherwise. */
export const putVote = async (
  db: Queryable,
  { pollId, userId, round, choice, at }: { pollId: string; userId: string; round: 1 | 2; choice: number; at: number },
): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    insert into class_poll_vote (poll_id, round, user_id, choice, voted_at)
    select id, ${round}, ${userId}, ${choice}, ${at} from class_poll
    where id = ${pollId} and state = ${round === 1 ? 'first' : 'second'} and ${choice}::int < jsonb_array_length(options) for share
    on conflict (poll_id, round, user_id) do update set choice = excluded.choice, voted_at = excluded.voted_at`);
  return rowCount === 1;
};

export interface VoteCount {
  readonly pollId: string;
  readonly round: number;
  readonly choice: number;
  readonly votes: number;
}

/** Returns the number of votes per poll, round and option. */
export const countVotes = async (db: Queryable, pollIds: readonly string[]): Promise<VoteCount[]> => {
  const { rows } = await db.execute<Row<VoteCount>>(sql`
    select poll_id as "pollId", round, choice, count(*)::int as votes from class_poll_vote
    where poll_id = any(${sql.param([...pollIds])}::text[]) group by poll_id, round, choice`);
  return rows;
};

/** Returns the votes of one user. */
export const listOwnVotes = async (
  db: Queryable,
  userId: string,
  pollIds: readonly string[],
): Promise<{ pollId: string; round: number; choice: number }[]> => {
  const { rows } = await db.execute<{ pollId: string; round: number; choice: number }>(sql`
    select poll_id as "pollId", round, choice from class_poll_vote
    where user_id = ${userId} and poll_id = any(${sql.param([...pollIds])}::text[])`);
  return rows;
};

/** Returns the votes of the user, for the data export. */
export const readVotesOf = async (db: Queryable, userId: string): Promise<unknown[]> => {
  const { rows } = await db.execute(sql`
    select p.question, v.round, p.options ->> v.choice as choice, v.voted_at as at
    from class_poll_vote v join class_poll p on p.id = v.poll_id where v.user_id = ${userId} order by v.voted_at, p.id, v.round`);
  return rows;
};

export const deleteVotesOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from class_poll_vote where user_id = ${userId}`);
};
