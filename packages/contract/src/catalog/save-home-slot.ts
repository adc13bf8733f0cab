import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { homeSlotKind, homeTargetType } from './collection.ts';
import { homeSlotRecord, pictureFileId } from './home-slot.ts';

const moment = z.number().int().min(0).nullable().optional();

/** Creates a home slot, or updates the one with `id`: omitted fields stay, `null` removes a value. */
export const saveHomeSlot = operation({
  name: 'saveHomeSlot',
  method: 'POST',
  path: '/api/admin/slot/save',
  summary: '保存首页位置',
  permission: 'curate',
  scope: 'platform',
  input: z.object({
    id: entityId.optional(),
    slot: homeSlotKind.optional(),
    targetType: homeTargetType.optional(),
    target: z.string().trim().min(1, '请填写指向').max(500).optional(),
    title: z.string().trim().max(40, '标题最多 40 个字').optional(),
    lead: z.string().trim().max(100, '说明最多 100 个字').optional(),
    pictureFileId,
    visible: z.boolean().optional(),
    startAt: moment,
    endAt: moment,
  }),
  output: homeSlotRecord,
  errors: ['catalog.slotNotFound', 'catalog.collectionNotFound', 'catalog.bookNotFound', 'file.notFound'],
});
