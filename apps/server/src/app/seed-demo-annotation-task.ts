/** The annotation assignment of the demo class: four students have handed in, one of them is scored, and the first has made a start. */
import { type AnnotationTarget, newId } from '@shufang/contract';
import { insertAnnotation } from '../features/annotation/store.ts';
import { createAssignment } from '../features/assignment/create-assignment.ts';
import { handInAnnotations } from '../features/assignment/hand-in-annotations.ts';
import { markResponse } from '../features/assignment/mark-response.ts';
import { saveRubric } from '../features/assignment/marking/save-rubric.ts';
import { setAssignmentStatus } from '../features/assignment/set-assignment-status.ts';
import { findReleasedVersion } from '../features/publication/versions/read-version.ts';
import { type BlockOfVersion, listBlocksOfDocument } from '../features/publication/versions/version-text.ts';
import { changeAsServer } from '../features/sync/change-as-server.ts';
import { type Chapter, findChapters } from '../features/teaching/class-chapters.ts';
import { at, callerOf, type DemoClass, demoForm, payloadOf } from './demo-assignment-callers.ts';
import type { Platform } from './open-platform.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const CHAPTERS = 2;
const NEEDED = 3;

const NOTES = [
  '这一句是全段的意思：先说做什么，再说为什么。',
  '课上的例子正好说明这一点，可以放在一起记。',
  '和上一章的说法比较：那里讲的是一般情形，这里是例外。',
  '我原来以为不是这样，自己试了一遍才明白。',
] as const;
/** Too short to count. */
const SHORT_NOTE = '记住';

const RUBRIC = {
  title: '批注的质量',
  isShown: true,
  criteria: [
    {
      id: 'point',
      title: '抓住要点',
      levels: [
        { id: 'good', description: '选的都是关键的句子', milli: 6000 },
        { id: 'fair', description: '一部分是关键的句子', milli: 4000 },
        { id: 'poor', description: '随意选的', milli: 1000 },
      ],
    },
    {
      id: 'thought',
      title: '有自己的想法',
      levels: [
        { id: 'own', description: '有比较、例子或疑问', milli: 4000 },
        { id: 'copied', description: '只复述原文', milli: 2000 },
      ],
    },
  ],
};

interface Passage {
  readonly chapter: Chapter;
  readonly block: BlockOfVersion;
}

/** Returns the target of an annotation on the first sentence of a paragraph. */
const targetOf = ({ chapter: { href }, block: { id, text, startChar } }: Passage): AnnotationTarget => {
  const sentence = text.split(/(?<=[。；！？])/)[0] ?? text;
  return {
    href,
    blocks: { start: { blockId: id, offset: 0 }, end: { blockId: id, offset: sentence.length } },
    quote: { exact: sentence, prefix: '', suffix: text.slice(sentence.length, sentence.length + 32) },
    position: { start: startChar, end: startChar + sentence.length },
    cfi: '',
  };
};

interface Annotated {
  readonly bookId: string;
  readonly versionId: string;
  readonly userId: string;
  readonly passage: Passage;
  readonly body: string;
  readonly createdAt: number;
}

/** Stores a note of a student, so that every device of the student receives it. Returns its id. */
const annotate = async (platform: Platform, { bookId, versionId, userId, passage, body, createdAt }: Annotated): Promise<string> => {
  const id = newId(createdAt);
  await changeAsServer(platform, userId, async (tx) => {
    await insertAnnotation(tx, {
      id,
      userId,
      bookId,
      versionId,
      kind: 'note',
      color: 'green',
      highlightStyle: 'solid',
      body,
      tags: [],
      target: targetOf(passage),
      anchor: 'exact',
      chapterTitle: passage.chapter.title,
      totalProgression: passage.chapter.from,
      createdAt,
      updatedAt: createdAt,
      deletedAt: null,
      deletionReceivedAt: null,
      clocks: {},
      bodySentHlc: null,
      otherBodies: [],
    });
    return [{ entity: 'annotation', entityId: id }];
  });
  return id;
};

/** Returns the longest paragraphs of each chapter, in their order. */
const findPassages = async ({ db }: Platform, versionId: string, chapters: readonly Chapter[]): Promise<Passage[]> => {
  const order = (await findReleasedVersion(db.orm, versionId))?.manifest.readingOrder ?? [];
  const passages: Passage[] = [];
  for (const chapter of chapters) {
    const blocks = await listBlocksOfDocument(
      db.orm,
      versionId,
      order.findIndex(({ href }) => href === chapter.href),
    );
    const prose = blocks.filter(({ text, formulas }) => text.trim() !== '' && formulas.length === 0);
    const longest = prose.toSorted((one, other) => other.text.length - one.text.length).slice(0, NEEDED);
    passages.push(...longest.toSorted((one, other) => one.startChar - other.startChar).map((block) => ({ chapter, block })));
  }
  return passages;
};

/** Creates the assignment; does nothing for a book without enough paragraphs of prose in its first chapters. */
export const seedDemoAnnotationTask = async (
  platform: Platform,
  { classId, teacherId, studentIds, bookId, versionId }: DemoClass & { readonly bookId: string; readonly versionId: string },
): Promise<void> => {
  const now = platform.clock.now();
  const chapters = (await findChapters(platform.db.orm, bookId)).slice(0, CHAPTERS);
  const passages = await findPassages(platform, versionId, chapters);
  if (passages.length < NEEDED) return;
  const createdAt = now - 3 * DAY_MS;
  const deps = at(platform, createdAt);
  const teacher = callerOf(platform, teacherId);
  const draft = payloadOf(
    await createAssignment(deps, teacher, {
      ...demoForm('批注：读出自己的想法', { dueAt: now + 4 * DAY_MS, attempts: 2 }),
      instructions: '读前两章，选您认为最要紧的句子，写下理由、例子或疑问。',
      totalMilli: 10_000,
      task: {
        kind: 'annotation',
        chapters: chapters.map(({ href, title }) => ({ href, title })),
        annotationsMin: NEEDED,
        noteCharsMin: 10,
      },
      classId,
      kind: 'annotation',
    }),
  );
  const rated = payloadOf(await saveRubric(deps, teacher, { assignmentId: draft.id, rev: draft.rev, rubric: RUBRIC }));
  await setAssignmentStatus(deps, teacher, { id: rated.id, rev: rated.rev, status: 'published' });
  for (const [student, userId] of studentIds.slice(0, 5).entries()) {
    const annotationIds: string[] = [];
    const count = student === 0 ? NEEDED : Math.min(passages.length, NEEDED + (student % 2));
    for (const [index, passage] of passages.slice(0, count).entries()) {
      const isShort = student === 0 && index === count - 1;
      const body = isShort ? SHORT_NOTE : (NOTES[(index + student) % NOTES.length] ?? '');
      const noteAt = now - 2 * DAY_MS + student * HOUR_MS + index * 60_000;
      annotationIds.push(await annotate(platform, { bookId, versionId, userId, passage, body, createdAt: noteAt }));
    }
    if (student === 0) continue;
    const handedInAt = now - DAY_MS + student * HOUR_MS;
    const handedIn = payloadOf(
      await handInAnnotations(at(platform, handedInAt), callerOf(platform, userId), { assignmentId: rated.id, annotationIds }),
    );
    if (student > 1) continue;
    await markResponse(at(platform, now - 12 * HOUR_MS), teacher, {
      attemptId: handedIn.attemptId,
      questionId: 'q1',
      rev: 0,
      earnedMilli: 8000,
      comment: '例子举得好；第二条只复述了原文，试着写出您的疑问。',
      levels: { point: 'good', thought: 'copied' },
    });
  }
};
