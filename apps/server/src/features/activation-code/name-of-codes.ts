/** Returns the Chinese name of the codes of a batch, for its files. */
import { opensBook } from '@shufang/contract';
import type { CodeBatch } from './code-batch.ts';
import type { CodeName } from './code-sentences.ts';

export const nameOfCodes = ({ purpose }: Pick<CodeBatch, 'purpose'>): CodeName => (opensBook(purpose) ? '激活码' : '教师认证码');
