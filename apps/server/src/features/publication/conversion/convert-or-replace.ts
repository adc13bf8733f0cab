/** Converts one document of a book, so that a document that cannot be converted does not stop the book. */
import type { ConvertedDocument, DocumentSource } from '../content/content-model.ts';
import { convertDocument } from '../content/convert-document.ts';
import { collectFindings } from '../content/findings.ts';
import { ImportRefusal } from '../import-refusal.ts';

const REPLACEMENT = Buffer.from(
  '<html xmlns="http://www.w3.org/1999/xhtml" lang="zh"><head><title/></head><body><p>〔这一章的文件无法转换，没有导入〕</p></body></html>',
);

/** Returns whether an error has another cause than the document: the file is refused, or the system reported an error (a full disk). */
const isOfBook = (error: unknown): boolean => error instanceof ImportRefusal || (error instanceof Error && 'syscall' in error);

/**
 * Converts a document. If that fails for a reason in the document, `onFailed` is called with the error, and a page with a sentence is
 * returned in its place, with a finding. Throws `ImportRefusal`, and errors of the system.
 */
export const convertOrReplace = (source: DocumentSource, onFailed: (error: unknown) => void): ConvertedDocument => {
  try {
    return convertDocument(source);
  } catch (error) {
    if (isOfBook(error)) throw error;
    onFailed(error);
    const findings = collectFindings(source.href);
    findings.add('document.failed');
    return { ...convertDocument({ ...source, bytes: REPLACEMENT }), findings: findings.list() };
  }
};
