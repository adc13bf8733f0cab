/**
 * Limits that the orders slice alone enforces. Those the client needs as well: contract/src/orders/limits.ts. "Our choice" marks a limit
 * that no specification demands.
 */
export const ORDER_LIMITS = {
  /** The limits of the refund rule (product.md §7.1), which `docs/limits.md` repeats. */
  refundDays: 7,
  refundReadingMax: 0.1,
  /**
   * Our choice: maximum number of orders, and of started payments, per hour for one user. Each started payment is a call to a payment
   * provider.
   */
  ordersPerUserPerHour: 60,
  paymentsPerUserPerHour: 120,
  ordersExportMax: 5_000,
} as const;
