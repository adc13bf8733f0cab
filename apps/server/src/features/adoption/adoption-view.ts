/** Converts adoption lists for their teacher and for operators. */
import type { AdminAdoptionList, AdoptionList } from '@shufang/contract';
import { listInstitutionNames } from '../institution/institution-names.ts';
import { findVerifiedTeachers } from '../verification/approved-name.ts';
import type { AdoptionDependencies } from './adoption-dependencies.ts';
import { listDeadlines } from './deadline-store.ts';
import { ADOPTION_LIMITS } from './limits.ts';
import { type AdoptionRow, completeAdoptions, LEVELS } from './store.ts';

export const viewAdoptions = async ({ db }: Pick<AdoptionDependencies, 'db'>, rows: readonly AdoptionRow[]): Promise<AdoptionList[]> => {
  const lists = await completeAdoptions(db.orm, rows);
  const institutionIds = [...new Set(rows.map(({ institutionId }) => institutionId))];
  const names = await listInstitutionNames(db.orm, institutionIds);
  const deadlines = await listDeadlines(db.orm, institutionIds, ADOPTION_LIMITS.adoptionDeadlinesMax);
  return lists.map(({ teacherId: _teacherId, approvals, institutionId, submittedAt, orderedAt, items, reviews, ...list }) => {
    const nextLevel = list.status === 'submitted' ? LEVELS[approvals] : undefined;
    const closesAt = deadlines.find((one) => one.institutionId === institutionId && one.term === list.term)?.closesAt;
    return {
      ...list,
      items: [...items],
      reviews: [...reviews],
      institution: { id: institutionId, name: names.get(institutionId) ?? '' },
      ...(nextLevel === undefined ? {} : { nextLevel }),
      ...(closesAt === undefined ? {} : { closesAt }),
      ...(submittedAt === null ? {} : { submittedAt }),
      ...(orderedAt === null ? {} : { orderedAt }),
    };
  });
};

/** Returns the view of one list. */
export const viewAdoption = async (deps: Pick<AdoptionDependencies, 'db'>, row: AdoptionRow): Promise<AdoptionList> => {
  const [view] = await viewAdoptions(deps, [row]);
  if (view === undefined) throw new Error(`no view of adoption list ${row.id}`);
  return view;
};

export const viewAdoptionsForAdmin = async (
  deps: Pick<AdoptionDependencies, 'db' | 'findUsers'>,
  rows: readonly AdoptionRow[],
): Promise<AdminAdoptionList[]> => {
  const teacherIds = [...new Set(rows.map(({ teacherId }) => teacherId))];
  const users = await deps.findUsers(teacherIds);
  const verified = await findVerifiedTeachers(deps.db.orm, teacherIds);
  const views = await viewAdoptions(deps, rows);
  return views.map((view, index) => {
    const teacherId = rows[index]?.teacherId ?? '';
    const user = users.get(teacherId);
    const form = verified.get(teacherId);
    if (user === undefined) return view;
    const { nickname, tel } = user;
    return {
      ...view,
      teacher: { userId: teacherId, name: form?.name ?? nickname, tel, ...(form === undefined ? {} : { department: form.department }) },
    };
  });
};
