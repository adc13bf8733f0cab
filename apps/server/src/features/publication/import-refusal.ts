/** The reason why a file is not imported: an error in the file, shown to the user. Any other error is internal (`failed`). */
import type { ImportFinding } from '@shufang/contract';

export class ImportRefusal extends Error {
  /** Stable code of the error, e.g. `archive.encrypted`. */
  readonly code: string;
  /** Path of the file inside the publication. */
  readonly path: string | undefined;
  readonly line: number | undefined;
  /** What the import found in the file before it refused the file. */
  readonly findings: readonly ImportFinding[];
  constructor(
    code: string,
    message: string,
    at: { path?: string | undefined; line?: number | undefined; findings?: readonly ImportFinding[] } = {},
  ) {
    super(message);
    this.name = 'ImportRefusal';
    this.code = code;
    this.path = at.path;
    this.line = at.line;
    this.findings = at.findings ?? [];
  }
}
