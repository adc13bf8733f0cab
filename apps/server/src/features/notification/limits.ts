/** Limits that only the notification slice enforces. "Our choice" marks a limit that no specification demands. */
export const NOTIFICATION_LIMITS = {
  /** Our choice: number of days after which notifications are deleted, and their maximum number in a data export. */
  notificationDays: 180,
  notificationsExported: 10_000,
} as const;
