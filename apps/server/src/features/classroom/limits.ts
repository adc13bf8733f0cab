/** Limits that only the classroom slice enforces; contract/src/classroom/limits.ts has those the client needs too. */
export const CLASSROOM_LIMITS = {
  /** Our choice: a student mistypes a code a few times. Of 887 million codes two are valid, so that guessing is hopeless at this rate. */
  wrongAttendanceCodesPerUser: 20,
  /** Window of that limit, ms. */
  wrongAttendanceCodesMs: 600_000,
  /** Our choice: changes of a class within this time reach its teachers as one event, so that 300 votes are a few events, ms. */
  classroomEventMs: 250,
  /** Our choice: two double lessons, for which the limits by client IP are raised after a teacher has begun attendance or a poll, ms. */
  classNetworkMs: 3 * 3_600_000,
} as const;
