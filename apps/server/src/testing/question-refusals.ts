/** Provokes each error of question banks over HTTP. */
import { type BankQuestion, type ErrorCode, LIMITS } from '@shufang/contract';
import { newQuestionIn } from './question-objects.ts';
import type { TestUser } from './test-server.ts';
import type { RefusalDependencies } from './verification-refusals.ts';

const UNKNOWN = '01m7z00000000000000000000a';

export const questionRefusals = <Met extends { readonly payload: unknown }>({
  shop,
  meet,
}: Pick<RefusalDependencies<Met>, 'shop' | 'meet'>): Partial<Record<ErrorCode, () => Promise<Met>>> => {
  const query = (text: string, values: unknown[]) => shop().platform.db.pool.query(text, values);
  let teachers = 0;
  const aTeacher = (): Promise<TestUser> => {
    teachers += 1;
    return shop().user(`1377778${String(teachers).padStart(4, '0')}`, 'teacher');
  };
  const create = (as: TestUser): Promise<Met> => meet('/api/question/bank/create', { name: '题库', owner: { kind: 'teacher' } }, as);
  const aBank = async (): Promise<{ as: TestUser; bankId: string }> => {
    const as = await aTeacher();
    return { as, bankId: ((await create(as)).payload as { id: string }).id };
  };
  const save = ({ as, bankId }: { as: TestUser; bankId: string }, more: object = {}): Promise<Met> =>
    meet('/api/question/save', newQuestionIn(bankId, more), as);
  const folder = ({ as, bankId }: { as: TestUser; bankId: string }): Promise<Met> =>
    meet('/api/question/folder/save', { bankId, name: '第一章' }, as);
  return {
    'question.bankNotFound': async () => save({ as: await aTeacher(), bankId: UNKNOWN }),
    'question.notFound': async () => save(await aBank(), { id: UNKNOWN, revision: 1 }),
    'question.readOnly': async () => {
      const bank = await aBank();
      await query(`update question_bank set status = 'archived' where id = $1`, [bank.bankId]);
      return save(bank);
    },
    'question.folderNotFound': async () => save(await aBank(), { folderId: UNKNOWN }),
    'question.folderNameTaken': async () => {
      const bank = await aBank();
      await folder(bank);
      return folder(bank);
    },
    'question.changed': async () => {
      const bank = await aBank();
      const { id } = (await save(bank)).payload as BankQuestion;
      return save(bank, { id, revision: 7 });
    },
    'question.incomplete': async () => save(await aBank(), { key: { responses: {}, explanation: [] } }),
    'question.tooLarge': async () =>
      save(await aBank(), {
        key: {
          responses: { RESPONSE: { rule: 'choice', milli: 1, correct: ['B'], incompleteMilli: 0 } },
          explanation: ['a'.repeat(LIMITS.questionChars)],
        },
      }),
    'question.tooMany': async () => {
      const bank = await aBank();
      await query(
        `insert into question (id, bank_id, version_no, search_text, created_at, updated_at)
         select 'many' || n, $1, 1, '', 0, 0 from generate_series(1, $2::int) n`,
        [bank.bankId, LIMITS.questionsPerBank],
      );
      return save(bank);
    },
    'question.tooManyBanks': async () => {
      const as = await aTeacher();
      await query(
        `insert into question_bank (id, teacher_id, name, created_at) select 'manyBanks' || n, $1, '库', 0 from generate_series(1, $2::int) n`,
        [as.id, LIMITS.questionBanksPerOwner],
      );
      return create(as);
    },
    'question.tooManyFolders': async () => {
      const bank = await aBank();
      await query(
        `insert into question_folder (id, bank_id, name) select 'manyFolders' || n, $1, '章' || n from generate_series(1, $2::int) n`,
        [bank.bankId, LIMITS.questionFoldersPerBank],
      );
      return folder(bank);
    },
  };
};
