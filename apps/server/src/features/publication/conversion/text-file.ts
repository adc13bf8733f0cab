/**
 * The texts of all blocks in a file of the conversion process, so that they take no memory until the passages are made from them. Written
 * once, in reading order, then read once.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import type { BlockText } from './index-book.ts';
import { openRowFile } from './row-file.ts';

interface Row extends BlockText {
  readonly document: number;
}

export interface TextFile {
  add(documentIndex: number, blocks: readonly BlockText[]): void;
  close(): void;
  /** Returns the documents that have blocks, in order; must be called after `close`. */
  documents(): Generator<{ readonly documentIndex: number; readonly blocks: readonly BlockText[] }>;
}

export const openTextFile = (path: string): TextFile => {
  const lines: { readonly start: number; readonly end: number }[] = [];
  const rows = openRowFile(path, (start, end) => lines.push({ start, end }));
  function* written(): Generator<Row> {
    const file = openSync(path, 'r');
    try {
      for (const { start, end } of lines) {
        const line = Buffer.allocUnsafe(end - start);
        for (let done = 0; done < line.length; ) done += readSync(file, line, done, line.length - done, start + done);
        yield* JSON.parse(line.toString('utf8')) as Row[];
      }
    } finally {
      closeSync(file);
    }
  }
  return {
    add: (document, blocks) =>
      rows.add(blocks.map(({ kind, text, formulas }): Row => ({ document, kind, text, ...(formulas === undefined ? {} : { formulas }) }))),
    close: () => rows.close(),
    *documents() {
      let blocks: BlockText[] = [];
      let documentIndex = -1;
      for (const { document, ...block } of written()) {
        if (document !== documentIndex && blocks.length > 0) {
          yield { documentIndex, blocks };
          blocks = [];
        }
        documentIndex = document;
        blocks.push(block);
      }
      if (blocks.length > 0) yield { documentIndex, blocks };
    },
  };
};
