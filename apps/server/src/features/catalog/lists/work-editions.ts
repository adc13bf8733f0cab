/** The editions of each work: which published book is the newest one. */
import type { BookColumns } from './book-columns.ts';

export class WorkEditions {
  readonly #rowsOf = new Map<string, Set<number>>();
  readonly #workOf = new Map<number, string>();
  #affected: readonly number[] = [];

  /** The rows of all books of the works that the last change affected. */
  get affected(): readonly number[] {
    return this.#affected;
  }

  /**
   * Sets the works of changed rows; null for a book without other editions. Returns the newest edition of each row that has a newer one.
   * `columns`: the state after the change.
   */
  withChanges(
    before: ReadonlyMap<number, number>,
    columns: BookColumns,
    changes: readonly { readonly row: number; readonly workId: string | null }[],
  ): ReadonlyMap<number, number> {
    const touched = new Set<string>();
    for (const { row, workId } of changes) {
      const old = this.#workOf.get(row);
      if (old !== undefined) {
        touched.add(old);
        this.#rowsOf.get(old)?.delete(row);
        this.#workOf.delete(row);
      }
      if (workId === null) continue;
      touched.add(workId);
      const rows = this.#rowsOf.get(workId) ?? new Set();
      this.#rowsOf.set(workId, rows.add(row));
      this.#workOf.set(row, workId);
    }
    const affected: number[] = [];
    if (touched.size === 0) {
      this.#affected = affected;
      return before;
    }
    const newest = new Map(before);
    for (const { row } of changes) newest.delete(row);
    for (const work of touched) {
      const rows = [...(this.#rowsOf.get(work) ?? [])];
      if (rows.length === 0) this.#rowsOf.delete(work);
      affected.push(...rows);
      const listed = rows.filter((row) => columns.isListed(row));
      const last = listed.toSorted((a, b) => columns.get('edition', b) - columns.get('edition', a))[0];
      for (const row of rows) {
        if (last === undefined || row === last || !columns.isListed(row)) newest.delete(row);
        else newest.set(row, last);
      }
    }
    this.#affected = affected;
    return newest;
  }
}
