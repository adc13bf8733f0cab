/** Returns with which font PDFs are printed. */
import type { UseCase } from '../../platform/http/register.ts';
import type { Typesetter } from '../../platform/typeset/typesetter.ts';

export interface PrintDependencies {
  readonly typesetter: Pick<Typesetter, 'font'>;
}

export const getPrintStatus: UseCase<'getPrintStatus', PrintDependencies> = async ({ typesetter: { font } }) =>
  font === undefined ? {} : { font: { ...font } };
