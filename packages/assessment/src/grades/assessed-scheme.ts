/** The scheme of a gradebook in the form in which totals are computed. Pure. */
import type { GradeSchemeRecord } from '@shufang/contract';
import type { GradeScheme } from './total-grade.ts';

/** Returns the scheme with the columns of each category in their order. */
export const assessedScheme = ({ digits, categories, columns }: GradeSchemeRecord): GradeScheme => ({
  digits,
  categories: categories.map(({ id, weightBasisPoints, method, dropLowest }) => ({
    categoryId: id,
    weightBasisPoints,
    method,
    dropLowest,
    columns: columns.flatMap((column) => (column.categoryId === id ? [{ columnId: column.id, maxMilli: column.maxMilli }] : [])),
  })),
});
