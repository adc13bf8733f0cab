/** Opens the product that several journeys share. */
import { connectProduct, type RunningProduct, startProduct } from '@shufang/dev-env';

interface SharedProduct {
  readonly port: number;
  readonly dataDir: string;
}

/**
 * Returns the product of this worker, which its files use one after another, or starts one if none is prepared (a run of a few files). For
 * journeys with readers of their own that change nothing for others: neither settings nor prices, roles of demo users, and the demo books.
 * Other files may have added books and readers.
 */
export const openProduct = async (): Promise<RunningProduct> => {
  const products = JSON.parse(process.env['SHARED_PRODUCTS'] ?? '[]') as readonly SharedProduct[];
  const shared = products[Number(process.env['VITEST_POOL_ID']) - 1];
  return shared === undefined ? await startProduct() : connectProduct(shared);
};
