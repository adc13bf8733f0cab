/** Messages about codes that cannot be bound, and about the term of an entitlement. */
import { CodedError, type CodeState } from '@shufang/contract';
import type { Book } from '../catalog/book.ts';
import type { StoredCode } from './code-batch.ts';

const day = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeZone: 'Asia/Shanghai' });

/** The name of the kind of code, as users read it in messages. */
export type CodeName = '激活码' | '教师认证码';

export const termText = (termDays: number | undefined): string => (termDays === undefined ? '可长期阅读' : `可阅读 ${termDays} 天`);

/** Returns the error for a code in this state; undefined if the code can be bound or already belongs to the caller. */
export const refusalOfCode = (
  state: CodeState,
  code: Pick<StoredCode, 'validFrom' | 'validUntil'>,
  { kind, removalNotice = '' }: { readonly kind: CodeName } & Partial<Pick<Book, 'removalNotice'>>,
): CodedError | undefined => {
  switch (state) {
    case 'open':
    case 'mine':
      return undefined;
    case 'used':
      return new CodedError('activationCode.codeUsed', { kind });
    case 'void':
      return new CodedError('activationCode.codeVoid', { kind });
    case 'expired':
      return new CodedError('activationCode.codeExpired', { kind, date: day.format(code.validUntil) });
    case 'notYetValid':
      return new CodedError('activationCode.codeNotYetValid', { kind, date: day.format(code.validFrom) });
    case 'bookClosed':
      return new CodedError('activationCode.codeBookClosed');
    case 'bookRemoved':
      return new CodedError('activationCode.codeBookRemoved', { notice: removalNotice });
  }
};
