import { describe, expect, it } from 'vitest';
import { EMPTY_FORM, type FormValues, readForm } from './import-fields.ts';

const read = (values: Partial<FormValues>) => readForm({ ...EMPTY_FORM, ...values });

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
    expect(read({ access: 'paid', price })).toEqual({ errors: { price: expect.any(String) } });
  });

  it('sends no price for a free book, and no discipline when none is selected', () => {
    expect(read({ access: 'free', price: 'x' })).toEqual({ fields: { publish: true, access: 'free', trialChapters: 2 } });
    expect(read({ categories: ['law', 'history'], publish: false })).toMatchObject({ fields: { category: 'law,history', publish: false } });
  });

  it('sends the publisher and the level when they are set', () => {
    expect(read({ publisher: ' 甲出版社 ', level: 'undergrad' })).toMatchObject({
      fields: { publisher: '甲出版社', level: 'undergrad' },
    });
  });

  it.each(['', '-1', '1.5', '1001'])('rejects %j as a number of chapters', (trialChapters) => {
    expect(read({ trialChapters })).toEqual({ errors: { trialChapters: expect.any(String) } });
  });
});
