/** The class layer of the demo class: a passage that the teacher shares, a question with an accepted reply, and one that is anonymous and waits. */
import { newId } from '@shufang/contract';
import { insertReply, insertThread, setAcceptedReply } from '../features/discussion/store.ts';
import { findReleasedVersion } from '../features/publication/versions/read-version.ts';
import { listBlocksOfDocument } from '../features/publication/versions/version-text.ts';
import { findStudentName } from '../features/teaching/class-students.ts';
import type { Queryable } from '../platform/database.ts';
import type { Platform } from './open-platform.ts';

const DAY_MS = 86_400_000;
/** Shortest paragraph that is worth a remark, in characters. */
const PARAGRAPH_CHARS = 40;
const SHARED = '这一段期末会考，请先记住再往下读。';
const QUESTION = '这里为什么要这样写？换一种写法可以吗？';
const REPLIES = ['我试过，换个写法结果也一样。', '可以。书上的写法更容易读，作业里两种都算对。'] as const;
const WAITING = '这一句没有看懂，能举个例子吗？';

/** Returns the first document with three paragraphs of prose, and these. */
const findParagraphs = async (db: Queryable, versionId: string, documents: number) => {
  for (let document = 0; document < documents; document += 1) {
    const blocks = await listBlocksOfDocument(db, versionId, document);
    const paragraphs = blocks.filter(({ text, formulas }) => text.trim().length >= PARAGRAPH_CHARS && formulas.length === 0);
    if (paragraphs.length >= 3) return { document, paragraphs };
  }
  return undefined;
};

interface DemoClass {
  readonly classId: string;
  readonly bookId: string;
  readonly versionId: string;
  readonly teacher: { readonly id: string; readonly name: string };
  readonly studentIds: readonly string[];
}

/** Fills the class layer of a new class; does nothing for a book without three paragraphs of prose in one document. */
export const seedDemoThreads = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { classId, bookId, versionId, teacher, studentIds }: DemoClass,
): Promise<void> => {
  const now = clock.now();
  const items = (await findReleasedVersion(db.orm, versionId))?.manifest.readingOrder ?? [];
  const [asking, replying, shy] = studentIds;
  if (!asking || !replying || !shy) return;
  const found = await findParagraphs(db.orm, versionId, items.length);
  const [first, second, third] = found?.paragraphs ?? [];
  const href = items[found?.document ?? 0]?.href;
  if (found === undefined || href === undefined || !first || !second || !third) return;
  const post = { classId, bookId, versionId, acceptedReplyId: null, hiddenReason: null };
  const at = (block: typeof first, share: number) => {
    const exact = block.text.split(/(?<=[。；！？])/)[0] ?? block.text;
    return {
      target: {
        href,
        blocks: { start: { blockId: block.id, offset: 0 }, end: { blockId: block.id, offset: exact.length } },
        quote: { exact, prefix: '', suffix: block.text.slice(exact.length, exact.length + 20) },
        position: { start: block.startChar, end: block.startChar + exact.length },
        cfi: 'epubcfi(/6/4!/4)',
      },
      chapterTitle: block.chapterTitle,
      totalProgression: (found.document + share) / items.length,
    };
  };
  const names = await Promise.all([asking, replying, shy].map((userId) => findStudentName(db.orm, classId, userId)));
  const [askingName = '', replyingName = '', shyName = ''] = names;
  const byTeacher = { userId: teacher.id, author: teacher.name, isTeacher: true, isAnonymous: false };
  const byStudent = (userId: string, author: string, isAnonymous = false) => ({ userId, author, isTeacher: false, isAnonymous });
  await db.transaction(async (tx) => {
    const askedAt = now - 2 * DAY_MS;
    const [questionId, replyId] = [newId(askedAt), newId(askedAt + 2)];
    await insertThread(tx, {
      ...post,
      ...byTeacher,
      ...at(first, 0.1),
      id: newId(now - 3 * DAY_MS),
      kind: 'highlight',
      body: SHARED,
      at: now - 3 * DAY_MS,
    });
    await insertThread(tx, {
      ...post,
      ...byStudent(asking, askingName),
      ...at(second, 0.2),
      id: questionId,
      kind: 'question',
      body: QUESTION,
      at: askedAt,
    });
    const reply = { threadId: questionId, hiddenReason: null };
    await insertReply(tx, {
      ...reply,
      ...byStudent(replying, replyingName),
      id: newId(askedAt + 1),
      body: REPLIES[0],
      at: askedAt + 3_600_000,
    });
    await insertReply(tx, { ...reply, ...byTeacher, id: replyId, body: REPLIES[1], at: askedAt + 7_200_000 });
    await setAcceptedReply(tx, questionId, replyId);
    await insertThread(tx, {
      ...post,
      ...byStudent(shy, shyName, true),
      ...at(third, 0.3),
      id: newId(now - DAY_MS),
      kind: 'question',
      body: WAITING,
      at: now - DAY_MS,
    });
  });
};
