/** Example code for the tests of the mutation operators (`mutate.test.ts`); never executed. */
declare const sql: (text: TemplateStringsArray, ...values: unknown[]) => unknown;

export const example = (rows: unknown[], row: unknown, isOpen: boolean, isPaid: boolean, no: string, owner: string): unknown => {
  rows.push(row);
  if (isOpen && isPaid) return sql`select 1 from one where no = ${no} and owner = ${owner} for update`;
  return isOpen ? 1 : 2;
};
