/** Creates short links for printing. */
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { requireTarget, requireTargetInScope } from './link-target.ts';
import { makeCode } from './short-code.ts';
import { insertLink, type StoredLink } from './short-link-store.ts';
import { viewShortLinks } from './short-link-view.ts';

type Dependencies = Pick<CatalogDependencies, 'db' | 'clock' | 'publicUrl'>;

/** Returns the created links. Throws `request.invalid` for an invalid target, and what `requireTargetInScope` throws. */
export const createShortLinks: UseCase<'createShortLinks', Dependencies> = async (dependencies, caller, { links }) => {
  const operator = operatorOf(caller);
  const db = dependencies.db.orm;
  const now = dependencies.clock.now();
  for (const requestedLink of links) {
    requireTarget(requestedLink);
    await requireTargetInScope(db, requestedLink, caller.accessScope);
  }
  const created: StoredLink[] = [];
  for (const requestedLink of links) {
    const base = { ...requestedLink, hits: 0, lastOkAt: undefined, createdAt: now };
    let link: StoredLink = { ...base, code: makeCode() };
    while (!(await insertLink(db, link, operator.userId))) link = { ...base, code: makeCode() };
    created.push(link);
  }
  const codes = created.map(({ code }) => code);
  await recordAuditEvent(
    db,
    operator,
    { action: 'shortLink.create', target: { kind: 'shortLink', id: codes[0] ?? '' }, after: { codes } },
    now,
  );
  return { payload: { items: await viewShortLinks(dependencies, created) }, say: `已生成 ${links.length} 个短码` };
};
