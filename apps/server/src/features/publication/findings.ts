/** Collects what an import changed, removed or noticed; findings of one kind become one line with a count. */
import type { ImportFinding } from '@shufang/contract';

const DISTINCT_MAX = 300;

export interface FindingInput {
  readonly severity: ImportFinding['severity'];
  readonly code: string;
  readonly message: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly count?: number | undefined;
}

export class Findings {
  private readonly byKind = new Map<string, ImportFinding>();

  /** Adds a finding; of each kind, the first file (and line) is shown. */
  add(finding: FindingInput): void {
    const key = `${finding.severity}\n${finding.code}\n${finding.message}`;
    const existing = this.byKind.get(key);
    if (existing) {
      existing.count += finding.count ?? 1;
      return;
    }
    if (this.byKind.size >= DISTINCT_MAX) return;
    this.byKind.set(key, {
      severity: finding.severity,
      code: finding.code,
      message: finding.message,
      ...(finding.path === undefined ? {} : { path: finding.path }),
      ...(finding.line === undefined ? {} : { line: finding.line }),
      count: finding.count ?? 1,
    });
  }

  addAll(findings: Iterable<FindingInput>): void {
    for (const finding of findings) this.add(finding);
  }

  list(): ImportFinding[] {
    return [...this.byKind.values()];
  }
}
