/** Returns an own statement as a workbook. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { workbookWriter } from '../../platform/isolated-workbook.ts';
import { ROYALTY_LIMITS } from './limits.ts';
import type { RoyaltyDependencies } from './royalty-dependencies.ts';
import { royaltySheets } from './royalty-workbook.ts';
import { findOwnStatement } from './statement-store.ts';

/** Throws `royalty.notFound`. */
export const exportMyRoyaltyStatement: UseCase<'exportMyRoyaltyStatement', RoyaltyDependencies> = async (
  { db: { orm } },
  { reader },
  { id },
) => {
  const found = await findOwnStatement(orm, reader.userId, id);
  if (found === undefined) throw new CodedError('royalty.notFound');
  const base64 = await workbookWriter.run(await royaltySheets(orm, [found], ROYALTY_LIMITS.royaltyExportLinesMax));
  return { fileName: `版税结算单-${found.bookTitle}-${found.period}.xlsx`, base64 };
};
