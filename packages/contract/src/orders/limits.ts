/** Limits of the orders slice that the server shares with the contract or the client. "Our choice" marks values without a specification. */
export const orderLimits = {
  /** Payment deadline of an order, and polling interval of the payment page: product.md §7.1 and §9.1. */
  orderLifetimeMs: 30 * 60_000,
  orderPollMs: 2_000,
  /** Our choice: maximum number of days before the end of an entitlement at which it can be renewed. */
  renewalWindowDays: 30,
  /** Maximum number of orders on one invoice. */
  invoiceOrdersMax: 50,
  invoicePdfBytes: 10 * 1_048_576,
  /** Our choice: maximum price in fen, above that of any textbook and far below the integer range of the database. */
  priceFenMax: 10_000_000,
} as const;
