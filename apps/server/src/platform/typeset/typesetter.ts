/** Prints documents as PDF. The port `Typesetter` says nothing of Typst, so that another program can take its place. */
import path from 'node:path';
import { CodedError } from '@shufang/contract';
import { createIsolatedTask, type StopReason } from '../isolation/isolated-task.ts';
import { EXPORT_MEMORY_BYTES, EXPORTS_WAITING } from '../isolation/task-limits.ts';
import type { PrintFont } from './find-font.ts';
import { layOutDocument } from './layout-document.ts';
import type { PrintedDocument } from './printed-document.ts';
import type { TypesetWork } from './typeset.task.ts';

export interface Typesetter {
  /** The Chinese font of the PDFs; undefined if the system has none. */
  readonly font: PrintFont | undefined;
  /**
   * Returns the document as a tagged PDF; the same document has the same bytes. Throws `print.noFont` if the system has no Chinese font,
   * `print.failed` if it takes too long or too much memory, `request.tooMany`.
   */
  typeset(document: PrintedDocument): Promise<Uint8Array>;
}

/** Time limit of one PDF. Typst prints a hundred pages in about a second. */
const PRINT_TIMEOUT_MS = 60_000;

const SENTENCES: Readonly<Record<StopReason, string>> = {
  time: '内容过多，排版超时',
  memory: '内容过多，排版所需内存过多',
  crash: '排版程序没有完成',
};

/** Creates the typesetter. `timeoutMs`: time limit of one PDF. */
export const createTypesetter = (font: PrintFont | undefined, timeoutMs: number = PRINT_TIMEOUT_MS): Typesetter => {
  const task = createIsolatedTask<TypesetWork, Uint8Array>({
    module: path.join(import.meta.dirname, 'typeset.task.ts'),
    memoryBytes: EXPORT_MEMORY_BYTES,
    timeoutMs,
    waiting: EXPORTS_WAITING,
    usesAddons: true,
    refusal: (reason) => new CodedError('print.failed', { reason: SENTENCES[reason] }),
  });
  return {
    font,
    async typeset(document) {
      if (font === undefined) throw new CodedError('print.noFont');
      return task.run({ document: layOutDocument(document, [font.family]) });
    },
  };
};
