/** Stores a message about a statement. */
import { CodedError, LIMITS, newId, type RoyaltyMessage } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { countMessages, insertMessage } from './statement-store.ts';

/** Returns the stored message. Throws `royalty.threadFull`. */
export const addMessage = async (tx: Transaction, statementId: string, message: Omit<RoyaltyMessage, 'id'>): Promise<RoyaltyMessage> => {
  if ((await countMessages(tx, statementId)) >= LIMITS.royaltyMessagesMax)
    throw new CodedError('royalty.threadFull', { max: LIMITS.royaltyMessagesMax });
  const stored = { id: newId(message.at), ...message };
  await insertMessage(tx, statementId, stored);
  return stored;
};
