/** Changes the target of a printed short code. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { requireTarget, requireTargetInScope } from './link-target.ts';
import { asPrinted } from './short-code.ts';
import { updateLink } from './short-link-store.ts';
import { viewShortLinks } from './short-link-view.ts';

type Dependencies = Pick<CatalogDependencies, 'db' | 'clock' | 'publicUrl'>;

/**
 * Returns the changed link. Throws `catalog.shortLinkUnknown`, `request.invalid` for an invalid target, and what `requireTargetInScope`
 * throws.
 */
export const retargetShortLink: UseCase<'retargetShortLink', Dependencies> = async (dependencies, caller, input) => {
  const db = dependencies.db.orm;
  requireTarget(input);
  await requireTargetInScope(db, input, caller.accessScope);
  const link = await updateLink(db, { ...input, code: asPrinted(input.code) });
  if (link === undefined) throw new CodedError('catalog.shortLinkUnknown');
  const { targetType, targetId, fallbackUrl, label } = link;
  const after = { targetType, targetId, fallbackUrl, label };
  await recordAuditEvent(
    db,
    operatorOf(caller),
    { action: 'shortLink.retarget', target: { kind: 'shortLink', id: link.code }, after },
    dependencies.clock.now(),
  );
  const [shown] = await viewShortLinks(dependencies, [link]);
  if (shown === undefined) throw new CodedError('catalog.shortLinkUnknown');
  return { payload: { link: shown }, say: '已修改' };
};
