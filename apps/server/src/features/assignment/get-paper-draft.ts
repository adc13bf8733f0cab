/** Returns the paper of an assignment as its teacher edits it. Throws `assignment.notFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { requireTaughtAssignment } from './assignment-view.ts';
import { findPaper } from './paper-store.ts';
import { resolvePaper } from './resolve-paper.ts';

export const getPaperDraft: UseCase<'getPaperDraft', AssignmentDependencies> = async ({ db }, { reader }, { assignmentId }) => {
  const { rev } = await requireTaughtAssignment(db.orm, reader.userId, assignmentId);
  const draft = (await findPaper(db.orm, assignmentId))?.draft ?? { sections: [], blueprint: [] };
  const { picked, layout } = await resolvePaper(db.orm, draft);
  return {
    rev,
    draft,
    questions: picked.map(({ summary, view, key }) => ({ ...summary, view, key })),
    draws: layout.sections.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.kind === 'draw' ? { slotId: entry.slotId, available: entry.pool.length } : [])),
    ),
  };
};
