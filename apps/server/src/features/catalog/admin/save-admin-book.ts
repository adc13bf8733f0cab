/** Saves the metadata, contributors and trial chapters of a book. */
import { type AdminBook, type BookRole, CodedError } from '@shufang/contract';
import type { Transaction } from '../../../platform/database.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import type { UseCase, UseCaseInput } from '../../../platform/http/register.ts';
import { changeBetween, type Operator, operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import { requirePublisherInScope } from '../../publication/versions/publisher-scope.ts';
import { findReleasedVersion } from '../../publication/versions/read-version.ts';
import { outlineOf } from '../../publication/versions/version-outline.ts';
import type { BookAdminDependencies } from '../catalog-dependencies.ts';
import { contributorsOf, readAdminBook } from './admin-book.ts';
import {
  type AdminBookRow,
  countCategories,
  lockAdminBookRow,
  replaceContributors,
  type StoredContributor,
  updateFacts,
} from './admin-book-store.ts';

type SaveInput = UseCaseInput<'saveAdminBook'>;

/** Roles of contributors who are shown as authors on cards. */
const AUTHOR_ROLES: readonly BookRole[] = ['author', 'chiefEditor', 'associateEditor'];

type ContributorInput = NonNullable<SaveInput['contributors']>;

/**
 * Returns the account id of a linked contributor. An id is accepted only for an existing link; a new link requires the full phone number.
 * Throws `account.personNotFound`.
 */
const linkContributors = async (
  deps: BookAdminDependencies,
  given: ContributorInput,
  existing: readonly StoredContributor[],
): Promise<StoredContributor[]> => {
  const linked: StoredContributor[] = [];
  for (const { name, role, unit, userId, tel } of given) {
    const found = tel === undefined ? undefined : await deps.findUserByTel(tel);
    if (tel !== undefined && found === undefined) throw new CodedError('account.personNotFound');
    const linkedId = existing.some((one) => one.userId !== undefined && one.userId === userId) ? userId : undefined;
    linked.push({ name, role, unit, userId: found?.id ?? linkedId });
  }
  return linked;
};

const authorsLine = (contributors: readonly StoredContributor[]): string => {
  const authors = contributors.filter(({ role }) => AUTHOR_ROLES.includes(role));
  return [...new Set((authors.length > 0 ? authors : contributors).map(({ name }) => name))].join('、');
};

type TrialInput = Pick<SaveInput, 'trialChapters' | 'trialChosen'>;

/**
 * Returns the trial: the chosen chapters in reading order and their number, or only a number for the first chapters. Throws
 * `request.invalid` for an unknown chapter.
 */
const trialOf = async (
  tx: Transaction,
  row: AdminBookRow,
  { trialChapters, trialChosen }: TrialInput,
): Promise<{ trialChapters: number; trialChosen: string[] | null }> => {
  if (trialChosen === undefined)
    return trialChapters === undefined
      ? { trialChapters: row.trial_chapters, trialChosen: row.trial_chosen }
      : { trialChapters, trialChosen: null };
  const version = await findReleasedVersion(tx, row.current_version_id);
  const outline = version && outlineOf(version.manifest);
  const keys = (outline?.chapters ?? []).map((index) => outline?.keys[index] ?? '');
  const requested = new Set(trialChosen);
  const chosen = keys.filter((key) => requested.has(key));
  if (chosen.length < requested.size) throw new CodedError('request.invalid', { reason: '目录有变化，请刷新后重新选择试读的章节' });
  return { trialChapters: chosen.length, trialChosen: chosen };
};

/**
 * Saves the changes and records the changed fields in the audit log. Throws `catalog.bookNotFound`, `account.personNotFound`, and
 * `request.invalid` for an unknown category or chapter and for a publisher outside the access scope.
 */
export const saveAdminBookAs = async (
  deps: BookAdminDependencies,
  operator: Operator,
  { bookId, contributors, reason, trialChosen, ...given }: SaveInput,
  accessScope: AccessScope | undefined,
): Promise<AdminBook> => {
  if (given.publisher !== undefined) requirePublisherInScope(given.publisher, accessScope);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const row = await lockAdminBookRow(tx, bookId);
    if (row === undefined) throw new CodedError('catalog.bookNotFound');
    const existing = await contributorsOf(tx, row);
    const linked = contributors === undefined ? existing : await linkContributors(deps, contributors, existing);
    const before = {
      title: row.title,
      subtitle: row.subtitle ?? '',
      isbn: row.isbn ?? '',
      publisher: row.publisher ?? '',
      placeOfPublication: row.place_of_publication ?? '',
      description: row.description ?? '',
      categoryIds: row.category_ids,
      level: row.level,
      accessModel: row.access_model,
      trialChapters: row.trial_chapters,
      trialChosen: row.trial_chosen,
      planTag: row.plan_tag ?? '',
      planProof: row.plan_proof ?? '',
    };
    const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const after: typeof before = {
      ...before,
      ...changed,
      ...(await trialOf(tx, row, { trialChosen, trialChapters: given.trialChapters })),
    };
    if (after.planTag !== '' && after.planProof === '') throw new CodedError('request.invalid', { reason: '请填写列入规划的文号' });
    if (after.planTag === '') after.planProof = '';
    const ids = [...new Set(after.categoryIds)];
    if ((await countCategories(tx, ids)) < ids.length) throw new CodedError('request.invalid', { reason: '没有这个学科' });
    const shown =
      contributors === undefined
        ? row.contributors
        : linked.map(({ name, role, unit }) => ({ name, role, ...(unit === '' ? {} : { unit }) }));
    await updateFacts(
      tx,
      bookId,
      { ...after, categoryIds: ids, authors: contributors === undefined ? row.authors : authorsLine(linked), contributors: shown },
      now,
    );
    await replaceContributors(tx, bookId, linked);
    await deps.reindex(tx, bookId);
    const facts = changeBetween({ ...before, contributors: existing }, { ...after, contributors: linked });
    await recordAuditEvent(
      tx,
      operator,
      { action: 'book.edit', target: { kind: 'book', id: bookId, name: after.title }, ...facts, reason },
      now,
    );
  });
  return readAdminBook(deps, bookId, accessScope);
};

export const saveAdminBook: UseCase<'saveAdminBook', BookAdminDependencies> = async (dependencies, caller, input) => ({
  payload: await saveAdminBookAs(dependencies, operatorOf(caller), input, caller.accessScope),
  say: '已保存',
});
