/** Turns the messages of EPUBCheck into findings of an import: one for each id, with its sentence and its number of occurrences. */
import type { ImportFinding } from '@shufang/contract';
import { sentenceOf } from './standard-sentences.ts';

/** A message of EPUBCheck. Fatal messages count as errors: a book with one that can be read is imported. */
export interface StandardMessage {
  readonly id: string;
  readonly severity: 'error' | 'warning';
  /** The English text, which names the element or the file. */
  readonly message: string;
  readonly path: string | undefined;
  readonly line: number | undefined;
}

const MESSAGE_CHARS_MAX = 160;
/** A name by XML 1.0; the library allows only ASCII letters in ids. */
const XML_NAME = /^[\p{L}_][\p{L}\p{M}\p{N}._·-]*$/u;

/** Returns whether a message is wrong: EPUBCheck itself does not report it. */
const isWrong = ({ id, message }: StandardMessage): boolean => {
  if (id !== 'RSC-005') return false;
  const name = /^Invalid id "([^"]*)"; must match xs:ID/.exec(message)?.[1];
  if (name !== undefined) return XML_NAME.test(name);
  // Elements of ruby annotation by the W3C, which EPUBCheck accepts.
  return /^element "(?:rb|rtc)" not allowed/.test(message);
};

/** Returns text that the database accepts: EPUBCheck quotes bytes of the file. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');

export const standardFindings = (messages: readonly StandardMessage[]): ImportFinding[] => {
  const found = new Map<string, ImportFinding>();
  for (const message of messages) {
    if (isWrong(message)) continue;
    const existing = found.get(message.id);
    if (existing) {
      existing.count++;
      continue;
    }
    found.set(message.id, {
      severity: message.severity,
      code: message.id,
      message: `${sentenceOf(message.id)}（${message.id}：${storable(message.message.slice(0, MESSAGE_CHARS_MAX))}）`,
      ...(message.path === undefined ? {} : { path: storable(message.path) }),
      ...(message.line === undefined ? {} : { line: message.line }),
      count: 1,
    });
  }
  return [...found.values()];
};
