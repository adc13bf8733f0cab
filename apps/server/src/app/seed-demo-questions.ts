/** The question bank of the demo: the first demo teacher has questions of every type about the demo textbook, in folders. */
import { newId } from '@shufang/contract';
import { DEMO_TEACHERS, findUserNameByTel } from '../features/account/create-users.ts';
import { insertBank, insertFolder, listBanksOf } from '../features/question/bank-store.ts';
import { insertNewQuestions } from '../features/question/insert-new-questions.ts';
import { prepareVersion } from '../features/question/question-version.ts';
import { DEMO_QUESTIONS } from './demo-questions.ts';
import type { Platform } from './open-platform.ts';

/** Creates the bank; does nothing if the teacher has a bank already. */
export const seedDemoQuestions = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> => {
  const [first] = DEMO_TEACHERS;
  const teacher = first === undefined ? undefined : await findUserNameByTel(db.orm, first.tel);
  if (teacher === undefined) return;
  const owners = { teacherId: teacher.id, classIds: [], institutionIds: [], bookIds: [] };
  if ((await listBanksOf(db.orm, owners)).length > 0) return;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const bankId = newId(now);
    await insertBank(tx, {
      id: bankId,
      teacherId: teacher.id,
      classId: null,
      institutionId: null,
      bookId: null,
      name: 'Python 编程起步题库',
      createdBy: teacher.id,
      createdAt: now,
    });
    // The newest questions are listed first, so the folders are filled from the last one to the first.
    for (const [position, [name, questions]] of [...Map.groupBy(DEMO_QUESTIONS, ({ folder }) => folder)].toReversed().entries()) {
      const folderId = newId(now);
      await insertFolder(tx, { id: folderId, bankId, name });
      await insertNewQuestions(
        tx,
        { bankId, folderId, userId: teacher.id, now: now + position },
        questions.map(({ question, tags, knowledgePoints, difficulty }) => ({
          version: prepareVersion(question),
          tags,
          knowledgePoints,
          difficulty: difficulty ?? null,
          origin: null,
        })),
      );
    }
  });
};
