/** Finds threads for the caller and converts them with what the caller may see: names of anonymous authors and hidden posts. */
import { CodedError, type Reply, type Thread } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { type ClassAccess, listClassAccess, mayEdit, seesStudents } from '../teaching/class-access.ts';
import { listRepliesOf, type StoredReply, type StoredThread } from './store.ts';

/** Whoever looks at threads, with the access to the class. */
export interface Viewer {
  readonly userId: string;
  readonly access: ClassAccess;
}

type StoredPost = Pick<
  StoredThread | StoredReply,
  'id' | 'userId' | 'author' | 'isTeacher' | 'isAnonymous' | 'body' | 'hiddenReason' | 'at'
>;

/** Returns whether the viewer sees a post: what is hidden, its author and the teachers who may edit see. */
export const isVisible = ({ userId, access }: Viewer, post: StoredPost): boolean =>
  post.hiddenReason === null || post.userId === userId || mayEdit(access);

/** Returns what the viewer sees of a post. */
export const viewPost = ({ userId, access }: Viewer, post: StoredPost) => ({
  id: post.id,
  author: post.isAnonymous && !seesStudents(access) && post.userId !== userId ? '' : post.author,
  isTeacher: post.isTeacher,
  isAnonymous: post.isAnonymous,
  isOwn: post.userId === userId,
  body: post.body,
  at: post.at,
  ...(post.hiddenReason === null ? {} : { hiddenReason: post.hiddenReason }),
});

/** Converts threads of classes, each for the caller's access to its class; threads that the caller may not see are left out. */
export const viewThreads = async (
  db: Queryable,
  viewerOf: (classId: string) => Viewer,
  threads: readonly StoredThread[],
): Promise<Thread[]> => {
  const shown = threads.filter((thread) => isVisible(viewerOf(thread.classId), thread));
  const replies = await listRepliesOf(
    db,
    shown.map(({ id }) => id),
  );
  return shown.map((thread) => {
    const viewer = viewerOf(thread.classId);
    const { classId, bookId, kind, versionId, target, chapterTitle, totalProgression, acceptedReplyId } = thread;
    return {
      ...viewPost(viewer, thread),
      classId,
      bookId,
      kind,
      versionId,
      target,
      chapterTitle,
      totalProgression,
      replies: replies
        .filter((reply) => reply.threadId === thread.id && isVisible(viewer, reply))
        .map((reply): Reply => ({ ...viewPost(viewer, reply), isAccepted: reply.id === acceptedReplyId })),
      mayAccept: kind === 'question' && (thread.userId === viewer.userId || mayEdit(viewer.access)),
    };
  });
};

/** Returns the view of one thread. */
export const viewThread = async (db: Queryable, viewer: Viewer, thread: StoredThread): Promise<Thread> => {
  const [view] = await viewThreads(db, () => viewer, [thread]);
  if (view === undefined) throw new CodedError('thread.notFound');
  return view;
};

/** Returns the thread with the caller's access to its class. Throws `thread.notFound` if there is none or the caller may not see it. */
export const requireThread = async (
  db: Queryable,
  userId: string,
  found: StoredThread | undefined,
  covers: (access: ClassAccess, thread: StoredThread) => boolean = () => true,
): Promise<{ readonly thread: StoredThread; readonly viewer: Viewer }> => {
  const access = found && (await listClassAccess(db, userId, [found.classId])).get(found.classId);
  if (found === undefined || access === undefined || !isVisible({ userId, access }, found) || !covers(access, found))
    throw new CodedError('thread.notFound');
  return { thread: found, viewer: { userId, access } };
};

/** Returns one of the replies to a thread. Throws `thread.notFound` if there is none or the caller may not see it. */
export const requireReply = async (db: Queryable, viewer: Viewer, threadId: string, replyId: string): Promise<StoredReply> => {
  const found = (await listRepliesOf(db, [threadId])).find(({ id }) => id === replyId);
  if (found === undefined || !isVisible(viewer, found)) throw new CodedError('thread.notFound');
  return found;
};
