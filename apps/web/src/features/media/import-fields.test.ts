import { describe, expect, it } from 'vitest';
import { EMPTY_FORM, type FormValues, readForm } from './import-fields.ts';

const read = (values: Partial<FormValues>) => readForm({ ...EMPTY_FORM, ...values });

describe('the form of an import', () => {
  it.each([
    ['39.80', 3980],
    ['39.8', 3980],
    ['40', 4000],
    [' 0.07 ', 7],
    // 1.15 × 100 is 114.99999999999999 in floating point.
    ['1.15', 115],
    ['100000', 10_000_000],
  ])('reads %s yuan as %d fen', (price, priceFen) => {
    expect(read({ access: 'paid', price })).toMatchObject({ fields: { access: 'paid', priceFen } });
  });

  it.each(['', '0', '-1', '1.234', '1e3', '一百', '100000.01', '１２'])('does not take %j for a price', (price) => {
    expect(read({ access: 'paid', price })).toEqual({ faults: { price: expect.any(String) } });
  });

  it('sends no price for a book that is not sold, and no discipline where none was chosen', () => {
    expect(read({ access: 'free', price: 'x' })).toEqual({ fields: { publish: true, access: 'free', trialChapters: 2 } });
    expect(read({ categories: ['law', 'history'], publish: false })).toMatchObject({ fields: { category: 'law,history', publish: false } });
  });

  it('sends the publisher and the level where they were given', () => {
    expect(read({ publisher: ' 甲出版社 ', level: 'undergrad' })).toMatchObject({
      fields: { publisher: '甲出版社', level: 'undergrad' },
    });
  });

  it.each(['', '-1', '1.5', '1001'])('does not take %j for a number of chapters', (trialChapters) => {
    expect(read({ trialChapters })).toEqual({ faults: { trialChapters: expect.any(String) } });
  });
});
