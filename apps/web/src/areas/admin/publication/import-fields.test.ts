import { describe, expect, it } from 'vitest';
import { EMPTY_FORM, type FormValues, importForm, requestFieldsOf } from './import-fields.ts';

const FILE = new File(['x'], '论语.epub');

/** Returns the fields of the request, or the names of the invalid fields. */
const read = (values: Partial<FormValues>) => {
  const { data, error } = importForm.safeParse({ ...EMPTY_FORM, files: [FILE], ...values });
  return data === undefined ? { invalid: error?.issues.map(({ path }) => path[0]) } : { fields: requestFieldsOf(data) };
};

describe('the import form', () => {
  it.each([
    ['39.80', 3980],
    ['39.8', 3980],
    ['40', 4000],
    [' 0.07 ', 7],
    // Tests rounding: in floating point, 1.15 × 100 is 114.99999999999999.
    ['1.15', 115],
    ['100000', 10_000_000],
  ])('parses %s yuan as %d fen', (price, priceFen) => {
    expect(read({ access: 'paid', price })).toMatchObject({ fields: { access: 'paid', priceFen } });
  });

  it.each(['', '0', '-1', '1.234', '1e3', '一百', '100000.01', '１２'])('rejects %j as a price', (price) => {
    expect(read({ access: 'paid', price })).toEqual({ invalid: ['price'] });
  });

  it('sends no price for a free book, and no discipline when none is selected', () => {
    expect(read({ access: 'free', price: 'x' })).toEqual({ fields: { publish: true, access: 'free', trialChapters: 2 } });
    expect(read({ categories: ['law', 'history'], publish: false })).toMatchObject({ fields: { category: 'law,history', publish: false } });
  });

  it('needs a file, and names all invalid fields together', () => {
    expect(read({ files: [], access: 'paid', trialChapters: '' })).toEqual({ invalid: ['files', 'trialChapters', 'price'] });
  });

  it('sends the publisher and the level when they are set', () => {
    expect(read({ publisher: ' 甲出版社 ', level: 'undergrad' })).toMatchObject({
      fields: { publisher: '甲出版社', level: 'undergrad' },
    });
  });

  it.each(['', '-1', '1.5', '1001'])('rejects %j as a number of chapters', (trialChapters) => {
    expect(read({ trialChapters })).toEqual({ invalid: ['trialChapters'] });
  });
});
