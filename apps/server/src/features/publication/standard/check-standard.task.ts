/** Checks a book against the EPUB standard in an isolated process, by the EPUBCheck rules of `@likecoin/epubcheck-ts`. */
import { EpubCheck } from '@likecoin/epubcheck-ts';
import type { StandardMessage } from './standard-findings.ts';

const MESSAGES_MAX = 2_000;

export const run = async (book: Uint8Array): Promise<readonly StandardMessage[]> => {
  const { messages } = await EpubCheck.validate(book);
  return messages
    .filter(({ severity }) => severity === 'fatal' || severity === 'error' || severity === 'warning')
    .slice(0, MESSAGES_MAX)
    .map(({ id, severity, message, location }) => ({
      id,
      severity: severity === 'warning' ? 'warning' : 'error',
      message,
      path: location?.path,
      line: location?.line,
    }));
};
