/** Task that writes a printed document as a Word document in an isolated process. */
import type { PrintedDocument } from '../typeset/printed-document.ts';
import { writeDocx } from './write-docx.ts';

export const run = (document: PrintedDocument): Promise<Uint8Array> => writeDocx(document);
