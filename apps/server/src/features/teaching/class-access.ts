/** What a user may do in a class: the teacher to whom it belongs, co-teachers by their right, the class representative and other members. */
import { CodedError } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { findClass, lockClass, type StoredClass } from './store.ts';

/** `view` and `edit`: the rights of co-teachers; `own`: the teacher to whom the class belongs. */
export type ClassAccess = 'member' | 'representative' | 'view' | 'edit' | 'own';

/** Returns whether the access covers names with student numbers and the work of students. */
export const seesStudents = (access: ClassAccess): boolean => access === 'view' || access === 'edit' || access === 'own';

/** Returns whether the access covers changes of members and of what the class shows. */
export const mayEdit = (access: ClassAccess): boolean => access === 'edit' || access === 'own';

export const mayAnnounce = (access: ClassAccess): boolean => access === 'representative' || mayEdit(access);

/** Returns the access of a user to these classes; those to which the user has none are left out. */
export const listClassAccess = async (db: Queryable, userId: string, classIds: readonly string[]): Promise<Map<string, ClassAccess>> => {
  const { rows } = await db.execute<Row<{ id: string; access: ClassAccess }>>(sql`
    select c.id, case when c.teacher_id = ${userId} then 'own' when t.access is not null then t.access
        when m.is_representative then 'representative' else 'member' end as access
    from class_group c left join class_co_teacher t on t.class_id = c.id and t.user_id = ${userId}
    left join class_member m on m.class_id = c.id and m.user_id = ${userId} and m.status = 'active'
    where c.id = any(${sql.param([...classIds])}::text[])
      and (c.teacher_id = ${userId} or t.user_id is not null or m.user_id is not null)`);
  return new Map(rows.map(({ id, access }) => [id, access]));
};

const requireAccess = async (db: Queryable, userId: string, classId: string, covers: (access: ClassAccess) => boolean) => {
  const access = (await listClassAccess(db, userId, [classId])).get(classId);
  if (access === undefined || !covers(access)) throw new CodedError('class.notFound');
  return access;
};

/** Returns a class that the caller may see, with the caller's access. Throws `class.notFound` if the access does not suffice. */
export const requireClass = async (
  db: Queryable,
  userId: string,
  classId: string,
  covers: (access: ClassAccess) => boolean = () => true,
): Promise<StoredClass & { readonly access: ClassAccess }> => {
  const access = await requireAccess(db, userId, classId, covers);
  const found = await findClass(db, classId);
  if (found === undefined) throw new CodedError('class.notFound');
  return { ...found, access };
};

/** Locks a class that the caller may change until the transaction ends. Throws `class.notFound` if the access does not suffice. */
export const lockClassFor = async (
  tx: Transaction,
  userId: string,
  classId: string,
  covers: (access: ClassAccess) => boolean = mayEdit,
): Promise<StoredClass & { readonly access: ClassAccess }> => {
  const found = await lockClass(tx, classId);
  if (found === undefined) throw new CodedError('class.notFound');
  return { ...found, access: await requireAccess(tx, userId, classId, covers) };
};

/** Returns whether the class belongs to the caller. */
export const isOwn = (access: ClassAccess): boolean => access === 'own';
