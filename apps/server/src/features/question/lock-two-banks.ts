/** Locks the two banks of a move or a copy. */
import { CodedError } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { type BankCaller, lockUsableBank, requireBank } from './bank-rights.ts';
import { listQuestionsByIds, type StoredQuestion } from './question-store.ts';
import { requireFolder } from './require-folder.ts';

interface Transfer {
  readonly bankId: string;
  readonly ids: readonly string[];
  readonly toBankId: string;
  readonly toFolderId?: string | undefined;
}

/** Returns the questions of a bank with these ids, in this order. Throws `question.notFound` if the bank lacks one. */
export const requireQuestions = async (tx: Transaction, bankId: string, ids: readonly string[]): Promise<StoredQuestion[]> => {
  const byId = new Map((await listQuestionsByIds(tx, bankId, ids)).map((question) => [question.id, question]));
  return [...new Set(ids)].map((id) => {
    const found = byId.get(id);
    if (found === undefined) throw new CodedError('question.notFound');
    return found;
  });
};

/**
 * Locks the banks in the order of their ids, so that two transfers in opposite directions do not wait for each other. `needed`: the right to
 * the bank from which the questions come; the caller must be able to edit the other one. Returns the questions, the newest first, and the
 * folder. Throws `question.bankNotFound`, `question.readOnly`, `question.folderNotFound`, `question.notFound`.
 */
export const lockTwoBanks = async (
  tx: Transaction,
  caller: BankCaller,
  { bankId, ids, toBankId, toFolderId }: Transfer,
  needed: 'view' | 'edit',
): Promise<{ readonly questions: StoredQuestion[]; readonly folderId: string | null }> => {
  for (const id of [...new Set([bankId, toBankId])].toSorted())
    await (id === toBankId || needed === 'edit' ? lockUsableBank(tx, caller, id, 'edit') : requireBank(tx, caller, id, 'view'));
  const questions = await requireQuestions(tx, bankId, ids);
  return { questions, folderId: await requireFolder(tx, toBankId, toFolderId) };
};
