/** Finds polls for the caller, and converts them with what the caller may see: students see votes and the correct option when a poll is closed. */
import { CodedError, type Poll } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { type ClassAccess, listClassAccess, mayEdit, seesStudents } from '../teaching/class-access.ts';
import { countActiveMembers } from '../teaching/class-students.ts';
import { countVotes, listOwnVotes, type StoredPoll } from './poll-store.ts';

/** Returns the poll with the caller's access. Throws `poll.notFound` if there is none, also to students for a draft. */
export const requirePoll = async (
  db: Queryable,
  userId: string,
  found: StoredPoll | undefined,
  covers: (access: ClassAccess) => boolean = () => true,
): Promise<StoredPoll & { readonly access: ClassAccess }> => {
  const access = found && (await listClassAccess(db, userId, [found.classId])).get(found.classId);
  if (found === undefined || access === undefined || !covers(access)) throw new CodedError('poll.notFound');
  if (found.state === 'draft' && !seesStudents(access)) throw new CodedError('poll.notFound');
  return { ...found, access };
};

/** Converts polls of one class. */
export const viewPolls = async (
  db: Queryable,
  userId: string,
  { access, name }: { readonly access: ClassAccess; readonly name: string },
  polls: readonly StoredPoll[],
): Promise<Poll[]> => {
  const [first] = polls;
  if (first === undefined) return [];
  const ids = polls.map(({ id }) => id);
  const [members, counts, own] = await Promise.all([
    countActiveMembers(db, first.classId),
    countVotes(db, ids),
    listOwnVotes(db, userId, ids),
  ]);
  return polls.map(({ rounds, correct, ...poll }) => {
    const tallies = Array.from({ length: rounds }, (_, at) =>
      poll.options.map(
        (__, choice) => counts.find((count) => count.pollId === poll.id && count.round === at + 1 && count.choice === choice)?.votes ?? 0,
      ),
    );
    const isShown = seesStudents(access) || poll.state === 'closed';
    return {
      ...poll,
      options: [...poll.options],
      className: name,
      ...(isShown && correct !== null ? { correct } : {}),
      members,
      voters: (tallies.at(-1) ?? []).reduce((sum, votes) => sum + votes, 0),
      ...(isShown ? { tallies } : {}),
      own: tallies.map((_, at) => own.find((vote) => vote.pollId === poll.id && vote.round === at + 1)?.choice ?? null),
      mayEdit: mayEdit(access),
    };
  });
};

/** Returns the view of one poll. */
export const viewPoll = async (
  db: Queryable,
  userId: string,
  group: { readonly access: ClassAccess; readonly name: string },
  poll: StoredPoll,
): Promise<Poll> => {
  const [view] = await viewPolls(db, userId, group, [poll]);
  if (view === undefined) throw new Error(`no view of poll ${poll.id}`);
  return view;
};
