/** Stores the paper of a draft. Throws `assignment.notFound`, `assignment.changed`, `assignment.published`, `assignment.noPaper`, … */
import { CodedError, type PaperDraft } from '@shufang/contract';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { pinQuestions } from '../question/question-versions.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { hasPaper, lockTaughtAssignment, requireTaughtAssignment, viewAssignment } from './assignment-view.ts';
import { findPaper, putPaper } from './paper-store.ts';
import { requireStorable, resolvePaper } from './resolve-paper.ts';
import { putAssignment, putQuestions } from './store.ts';

/** Returns what a paper takes from each bank: the picked questions, and whether it draws from the bank. */
const usesOf = ({
  sections,
}: PaperDraft): { readonly questions: ReadonlyMap<string, string>; readonly drawnBanks: ReadonlySet<string> } => {
  const slots = sections.flatMap((section) => section.slots);
  return {
    questions: new Map(slots.flatMap((slot) => (slot.kind === 'question' ? [[slot.questionId, slot.bankId] as const] : []))),
    drawnBanks: new Set(slots.flatMap((slot) => (slot.kind === 'draw' ? slot.bankId : []))),
  };
};

/**
 * Checks that the caller may use what is new in a paper. What it had before stays, so that co-teachers can edit a paper with questions of
 * each other's banks. Throws `question.bankNotFound`, `question.notFound`.
 */
const requireUsable = async (
  deps: AssignmentDependencies,
  context: ReaderContext,
  draft: PaperDraft,
  before: PaperDraft | undefined,
): Promise<void> => {
  const [next, known] = [usesOf(draft), usesOf(before ?? { sections: [], blueprint: [] })];
  const fresh = new Map<string, string[]>([...next.drawnBanks].filter((id) => !known.drawnBanks.has(id)).map((id) => [id, []]));
  for (const [questionId, bankId] of next.questions)
    if (!known.questions.has(questionId)) fresh.set(bankId, [...(fresh.get(bankId) ?? []), questionId]);
  for (const [bankId, ids] of fresh) await pinQuestions(deps, context, bankId, ids);
};

export const savePaper: UseCase<'savePaper', AssignmentDependencies> = async (deps, context, { assignmentId, rev, ...draft }) => {
  const { db, clock } = deps;
  const { userId } = context.reader;
  await requireTaughtAssignment(db.orm, userId, assignmentId);
  await requireUsable(deps, context, draft, (await findPaper(db.orm, assignmentId))?.draft);
  await db.transaction(async (tx) => {
    const found = await lockTaughtAssignment(tx, userId, assignmentId);
    if (found.rev !== rev) throw new CodedError('assignment.changed');
    if (found.status !== 'draft') throw new CodedError('assignment.published');
    if (!hasPaper(found.kind)) throw new CodedError('assignment.noPaper');
    const resolved = await resolvePaper(tx, draft);
    requireStorable(resolved);
    const { rows, layout, questions, possibleMilli } = resolved;
    await putQuestions(tx, assignmentId, rows);
    await putPaper(tx, assignmentId, { draft, layout });
    await putAssignment(tx, { ...found, questions, possibleMilli, closedAt: null });
  });
  const changed = await requireTaughtAssignment(db.orm, userId, assignmentId);
  return { payload: await viewAssignment(db.orm, userId, changed, clock.now()), say: '试卷已保存' };
};
