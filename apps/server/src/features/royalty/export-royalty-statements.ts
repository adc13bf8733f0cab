/** Returns statements with their lines as a workbook. The export is an audit event. */
import { CodedError } from '@shufang/contract';
import { dayOf } from '../../platform/china-time.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { workbookWriter } from '../../platform/isolated-workbook.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { ROYALTY_LIMITS } from './limits.ts';
import type { RoyaltyDependencies } from './royalty-dependencies.ts';
import { royaltySheets } from './royalty-workbook.ts';
import { findScopedStatement, listStatementsPage } from './statement-store.ts';

/** Throws `royalty.notFound`. */
export const exportRoyaltyStatements: UseCase<'exportRoyaltyStatements', RoyaltyDependencies> = async (
  { db: { orm }, clock },
  caller,
  { id, status, period, q },
) => {
  const now = clock.now();
  const { accessScope } = caller;
  const one = id === undefined ? undefined : await findScopedStatement(orm, id, accessScope);
  if (id !== undefined && one === undefined) throw new CodedError('royalty.notFound');
  const limit = ROYALTY_LIMITS.royaltyExportStatementsMax;
  const statements = one === undefined ? await listStatementsPage(orm, { status, period, q, accessScope, after: undefined, limit }) : [one];
  const base64 = await workbookWriter.run(await royaltySheets(orm, statements, ROYALTY_LIMITS.royaltyExportLinesMax));
  const target = { kind: 'royaltyStatement' as const, id: id ?? '', name: one?.bookTitle ?? '' };
  const after = { rows: statements.length, ...(one === undefined ? { status } : {}), ...(period === undefined ? {} : { period }) };
  await recordAuditEvent(orm, operatorOf(caller), { action: 'royalties.export', target, after }, now);
  return { fileName: `版税结算单-${dayOf(now)}.xlsx`, base64, rows: statements.length };
};
