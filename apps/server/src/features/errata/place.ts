/** Where a page of errata ended, as an opaque cursor. */
import { CodedError } from '@shufang/contract';
import type { ErratumPlace } from './store.ts';

export const encodePlace = ({ at, id }: ErratumPlace): string => Buffer.from(`${at} ${id}`).toString('base64url');

/** Throws `request.invalid` for a cursor that is none of ours. */
export const decodePlace = (cursor: string): ErratumPlace => {
  const [, at, id] = /^(\d{1,15}) ([0-9a-z]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (at === undefined || id === undefined) throw new CodedError('request.invalid', { reason: 'cursor 有误' });
  return { at: Number(at), id };
};
