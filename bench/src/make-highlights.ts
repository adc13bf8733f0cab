/** Creates highlights as a reader's device does: of passages in the documents that the server returns. */
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { type AnnotationTarget, formatHlc, newId, type OutputOf, type openBook, type SyncOp } from '@shufang/contract';

type OpenedBook = OutputOf<typeof openBook>;

const PASSAGE_CHARS = 12;
const CONTEXT_CHARS = 32;

interface Block {
  id: string;
  text: string;
}

/** Requests the text of a document from this machine, because names under `localhost` are resolved by browsers only. */
const readContent = (address: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { host, port, pathname } = new URL(address);
    get({ host: '127.0.0.1', port, path: pathname, headers: { host } }, (response) => {
      if (response.statusCode === 200) resolve(text(response));
      else reject(new Error(`${address} responded with ${response.statusCode}`));
    }).once('error', reject);
  });

/** Returns the paragraphs and headings of a document; our own book consists of these only. */
const blocksOf = (xhtml: string): Block[] =>
  [...xhtml.matchAll(/<(?:p|h1)\b[^>]*\bdata-block="([^"]+)"[^>]*>([^<]*)</g)].map((found) => ({
    id: found[1] ?? '',
    text: found[2] ?? '',
  }));

/** Returns `count` passages one after the other from the start of a document, at most one every `everyChars` characters. */
export const findPassages = async (
  opened: OpenedBook,
  documentIndex: number,
  count: number,
  everyChars: number,
): Promise<AnnotationTarget[]> => {
  const item = opened.readingOrder.items[documentIndex - opened.readingOrder.from];
  if (item === undefined) throw new RangeError(`the book has no document ${documentIndex}`);
  const targets: AnnotationTarget[] = [];
  for (const segment of item.segments) {
    let startChar = segment.startChar;
    for (const block of blocksOf(await readContent(opened.content.baseUrl + segment.href))) {
      for (let at = 0; at + PASSAGE_CHARS <= block.text.length; at += everyChars) {
        if (targets.length === count) return targets;
        const end = at + PASSAGE_CHARS;
        targets.push({
          href: item.href,
          blocks: { start: { blockId: block.id, offset: at }, end: { blockId: block.id, offset: end } },
          quote: {
            exact: block.text.slice(at, end),
            prefix: block.text.slice(Math.max(0, at - CONTEXT_CHARS), at),
            suffix: block.text.slice(end, end + CONTEXT_CHARS),
          },
          position: { start: startChar + at, end: startChar + end },
          cfi: '',
        });
      }
      startChar += block.text.length + 1;
    }
  }
  throw new Error(`the document has only ${targets.length} of ${count} passages`);
};

export const highlightOp = (opened: Pick<OpenedBook, 'book' | 'version'>, target: AnnotationTarget, deviceId: string): SyncOp => ({
  id: newId(),
  hlc: formatHlc(Date.now(), 0, deviceId),
  entity: 'annotation',
  entityId: newId(),
  kind: 'put',
  fields: {
    bookId: opened.book.id,
    versionId: opened.version.id,
    kind: 'highlight',
    color: 'yellow',
    highlightStyle: 'solid',
    body: '',
    target,
    chapterTitle: '长章',
    totalProgression: 0,
  },
});
