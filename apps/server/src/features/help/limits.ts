/** Limits that only the help slice enforces; contract/src/help/limits.ts has those the client needs too. */
export const HELP_LIMITS = {
  ticketsPerUserPerDay: 20,
  ticketsPerIpPerHour: 60,
  ticketRepliesMax: 200,
  helpVotesPerIpPerHour: 120,
  deadCodeReportsPerIpPerHour: 60,
  /** Days after which the contact details and diagnostics of a closed help ticket are deleted. */
  ticketContactDays: 180,
} as const;
