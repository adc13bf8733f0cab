/**
 * Task that prints a document as PDF with Typst, in an isolated process. The template has no markup from outside: the document is JSON.
 * The compiler finds no file but its fonts, and cannot download packages.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface TypesetWork {
  /** The document as `layOutDocument` returns it. */
  readonly document: string;
}

// The compiler is native code, which Node cannot keep from the network. It takes these settings, which lead nowhere.
for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'])
  process.env[name] = 'http://127.0.0.1:9';
const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler');

const template = readFileSync(path.join(import.meta.dirname, 'document.typ'), 'utf8');
/** The root of all files that a template could read. It does not exist. */
const workspace = path.join(import.meta.dirname, 'no-files');
const compiler = NodeCompiler.create({ workspace });

/** Returns the PDF. The same document has the same bytes. Throws if Typst refuses the document, which is a defect of the template. */
export const run = ({ document }: TypesetWork): Uint8Array => {
  const compiled = compiler.compile({ mainFileContent: template, inputs: { document } });
  const { result } = compiled;
  if (result === null) {
    const reasons = compiled.takeError()?.shortDiagnostics ?? [];
    throw new Error(`Typst could not print the document: ${JSON.stringify(reasons)}`);
  }
  const pdf = compiler.pdf(result, {});
  compiler.evictCache(0);
  return pdf;
};
