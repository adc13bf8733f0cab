/** Why a file is not imported: a fault of the file, told to a person. Anything else thrown is our own fault (`failed`). */
import type { ImportFinding } from '@shufang/contract';

export class ImportRefusal extends Error {
  /** Stable name of the fault, e.g. `archive.encrypted`. */
  readonly code: string;
  /** File inside the publication. */
  readonly path: string | undefined;
  readonly line: number | undefined;
  /** What had been noticed until then. */
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
