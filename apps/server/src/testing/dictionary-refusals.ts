/** Provokes each error of dictionaries over HTTP. */
import type { ErrorCode } from '@shufang/contract';
import type { RefusalDependencies } from './verification-refusals.ts';

const UNKNOWN = '01m7z00000000000000000000a';

export const dictionaryRefusals = <Met extends { readonly payload: unknown }>({
  shop,
  meet,
}: Pick<RefusalDependencies<Met>, 'shop' | 'meet'>): Partial<Record<ErrorCode, () => Promise<Met>>> => ({
  'dictionary.notFound': async () =>
    meet('/api/admin/dictionary/delete', { id: UNKNOWN, reason: '许可到期' }, await shop().user('13777440001', 'admin')),
});
