/** Lists what waits for the caller as a teacher, class by class. */
import { type TeachingWork, teachingWorkKind } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { listClassAccess, mayEdit } from './class-access.ts';
import { listClassesHelpedBy, listClassesTaughtBy } from './store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

const orderOf = ({ kind }: Pick<TeachingWork, 'kind'>): number => teachingWorkKind.options.indexOf(kind);

export const listTeachingWork: UseCase<'listTeachingWork', TeachingDependencies> = async ({ db, workIn }, { reader: { userId } }) => {
  const [own, helped] = await Promise.all([listClassesTaughtBy(db.orm, userId), listClassesHelpedBy(db.orm, userId)]);
  const active = [...own, ...helped].filter(({ status }) => status === 'active');
  if (active.length === 0) return { items: [] };
  const access = await listClassAccess(
    db.orm,
    userId,
    active.map(({ id }) => id),
  );
  const classes = active.filter(({ id }) => mayEdit(access.get(id) ?? 'view'));
  const work = Map.groupBy(await workIn(classes.map(({ id }) => id)), ({ classId }) => classId);
  return {
    items: classes.flatMap(({ id, name, pending }) =>
      [...(work.get(id) ?? []), ...(pending > 0 ? [{ kind: 'joining' as const, classId: id, count: pending }] : [])]
        .toSorted((a, b) => orderOf(a) - orderOf(b))
        .map((one) => ({ ...one, className: name })),
    ),
  };
};
