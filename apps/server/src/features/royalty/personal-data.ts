/**
 * The royalty slice's part of a user's personal data: rates, statements and messages. Statements and payments are business records: their
 * amounts stay after the user is erased, under an id that belongs to nobody.
 */
import { LIMITS } from '@shufang/contract';
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { listRatesOf } from './rate-store.ts';
import { anonymizeStatements, listLines, listMessages, listStatementsOf, viewStatement } from './statement-store.ts';

/** More lines than any statement has. */
const ALL_LINES = 10_000_000;

export const royaltyData: PersonalDataHolder = {
  slice: 'royalty',
  async exportOf(db, userId) {
    const statements = [];
    for (const stored of await listStatementsOf(db, userId, LIMITS.royaltyOwnStatementsMax)) {
      const [lines, messages] = [await listLines(db, stored.id, 0, ALL_LINES), await listMessages(db, stored.id)];
      statements.push({ ...viewStatement(stored), lines, messages });
    }
    return [
      exportedJson('royalty-rates.json', '您的版税费率', await listRatesOf(db, userId)),
      exportedJson('royalties.json', '您的版税结算单，以及往来消息', statements),
    ];
  },
  eraseOf: anonymizeStatements,
};
