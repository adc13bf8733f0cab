/**
 * Refuses a document that could not be converted in the memory of the conversion process, before its conversion starts. The tree of a
 * document takes memory for each element and for its text.
 */
import { ImportRefusal } from '../import-refusal.ts';

/**
 * Memory of the conversion for each element and each byte of a document. Measured: the process takes 260 and 400 MiB for 12 and 24 MB of
 * paragraphs, 360 and 440 MiB for 2 and 3 MB with 200,000 and 300,000 elements, 440 MiB for a table of 260,000 elements, and more than it may
 * for 4 MB with 400,000 elements; of these 100 MiB without any document.
 */
const ELEMENT_MEMORY = 1_250;
const BYTE_MEMORY = 11;
/** Memory for one document, by the figures above, in a process of 512 MiB (`importWorkerBytes`). */
const DOCUMENT_MEMORY_MAX = 390 * 1_048_576;

const LESS_THAN = 0x3c;
const NO_ELEMENT = new Set(['/', '!', '?'].map((character) => character.charCodeAt(0)));

/** Returns approximately how many elements a document has: its start tags. */
const countElements = (content: Buffer): number => {
  let count = 0;
  for (let at = content.indexOf(LESS_THAN); at >= 0; at = content.indexOf(LESS_THAN, at + 1)) {
    // In UTF-16 a zero byte may follow.
    if (!NO_ELEMENT.has(content[at + 1] || (content[at + 2] ?? 0))) count++;
  }
  return count;
};

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1).replace('.0', '');

/** Throws `ImportRefusal` for a file that is too large, whatever it contains. */
export const refuseLargeFile = (bytes: number, path: string): void => {
  if (bytes * BYTE_MEMORY <= DOCUMENT_MEMORY_MAX) return;
  const most = Math.floor(DOCUMENT_MEMORY_MAX / BYTE_MEMORY / 1_048_576);
  throw new ImportRefusal(
    'document.tooLarge',
    `有一个章节文件达 ${megabytes(bytes)} MB，超过单个章节的上限（${most} MB），请在排版软件里按章节拆分后重新导出`,
    { path },
  );
};

/** Throws `ImportRefusal` for a document of too many elements. */
export const refuseManyElements = (content: Buffer, path: string): void => {
  // A document has at most one element for every four bytes (`<a/>`).
  const memory = (elements: number): number => elements * ELEMENT_MEMORY + content.length * BYTE_MEMORY;
  if (memory(content.length / 4) <= DOCUMENT_MEMORY_MAX) return;
  const elements = countElements(content);
  if (memory(elements) <= DOCUMENT_MEMORY_MAX) return;
  throw new ImportRefusal(
    'document.tooLarge',
    `有一个章节文件内容过多（${megabytes(content.length)} MB，约 ${Math.round(elements / 10_000)} 万个元素），无法转换，请在排版软件里按章节拆分后重新导出`,
    { path },
  );
};
