/** What a WeChat person who has yet to name a phone number holds in the meantime, and what they are called. */
import { createHash } from 'node:crypto';

/** The ticket itself is nowhere kept. */
export const hashOfWechatTicket = (ticket: string): string => createHash('sha256').update(`wechat ticket|${ticket}`).digest('base64url');

/** As long as a nickname of ours may be (`nickname` of the contract). */
const NICKNAME_CHARS = 30;

/** Their name as one line without control characters, cut to our length; may be empty. */
export const wechatNickname = (name: string): string => {
  const line = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  let cut = '';
  for (const character of line) {
    if (cut.length + character.length > NICKNAME_CHARS) break;
    cut += character;
  }
  return cut.trim();
};
