/** Adds or changes a home slot. */
import { CodedError, type HomeSlotRecord, isProductPath, newId } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import type { UseCase, UseCaseInput } from '../../../platform/http/register.ts';
import { changeBetween, type Operator, operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { chosenImage } from '../collections/chosen-image.ts';
import { titleOfTarget, toHomeSlotRecord } from './home-slot-record.ts';
import { findSlotById, type HomeSlot, upsertSlot } from './home-slot-store.ts';

type Dependencies = Pick<CatalogDependencies, 'db' | 'clock' | 'findPicture'>;

const invalid = (reason: string): CodedError => new CodedError('request.invalid', { reason });

const checkTarget = async (db: Queryable, slot: HomeSlot): Promise<void> => {
  if (slot.targetType === 'page') {
    if (!isProductPath(slot.target)) throw invalid('地址须以一个 / 开头，且在本站之内');
    if (slot.title === '') throw invalid('指向页面的位置须填写标题');
  } else if ((await titleOfTarget(db, slot)) === undefined) {
    throw new CodedError(slot.targetType === 'book' ? 'catalog.bookNotFound' : 'catalog.collectionNotFound');
  }
  if (slot.slot === 'row' && slot.targetType !== 'collection') throw invalid('首页的一行须指向专题或书单');
  if (slot.startAt !== undefined && slot.endAt !== undefined && slot.startAt >= slot.endAt) throw invalid('结束时间须在开始时间之后');
};

const timeOf = (given: number | null | undefined, before: number | undefined): number | undefined =>
  given === undefined ? before : (given ?? undefined);

/**
 * Saves the slot. Throws `catalog.slotNotFound`, `catalog.bookNotFound` and `catalog.collectionNotFound` for an unknown target,
 * `file.notFound`, and `request.invalid` for an external page, a missing title of a page, a row that is no collection, or an end before the
 * start.
 */
export const saveHomeSlotAs = async (
  deps: Dependencies,
  operator: Operator,
  input: UseCaseInput<'saveHomeSlot'>,
): Promise<HomeSlotRecord> => {
  const { db } = deps;
  const before = input.id === undefined ? undefined : await findSlotById(db.orm, input.id);
  if (input.id !== undefined && before === undefined) throw new CodedError('catalog.slotNotFound');
  const targetType = input.targetType ?? before?.targetType;
  const target = input.target ?? before?.target;
  if (targetType === undefined || target === undefined) throw invalid('请填写指向');
  const now = deps.clock.now();
  const slot: HomeSlot = {
    id: before?.id ?? newId(now),
    slot: input.slot ?? before?.slot ?? 'banner',
    targetType,
    target,
    title: input.title ?? before?.title ?? '',
    lead: input.lead ?? before?.lead ?? '',
    picture: await chosenImage(deps, operator, input.pictureFileId, before?.picture),
    visible: input.visible ?? before?.visible ?? true,
    startAt: timeOf(input.startAt, before?.startAt),
    endAt: timeOf(input.endAt, before?.endAt),
  };
  await checkTarget(db.orm, slot);
  await db.transaction(async (tx) => {
    await upsertSlot(tx, slot, now);
    const facts = changeBetween({ ...before }, { ...slot });
    await recordAuditEvent(
      tx,
      operator,
      { action: 'slot.save', target: { kind: 'homeSlot', id: slot.id, name: slot.title }, ...facts },
      now,
    );
  });
  return toHomeSlotRecord(db.orm, slot);
};

export const saveHomeSlot: UseCase<'saveHomeSlot', Dependencies> = async (dependencies, caller, input) => ({
  payload: await saveHomeSlotAs(dependencies, operatorOf(caller), input),
  say: '已保存首页位置',
});
