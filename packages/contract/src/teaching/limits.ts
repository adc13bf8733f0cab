/** Limits of the teaching slice that the server shares with the contract or the client. */
export const teachingLimits = {
  classNameChars: 50,
  classTermChars: 30,
  /** Our choice: a lecture course of a large university has about 1,000 students. */
  classMembersMax: 3_000,
  /** Our choice: classes of one teacher that are not archived. */
  classesPerTeacherMax: 100,
  /** Our choice: the time in which printed books arrive at a school. */
  classProbationDays: 14,
  memberNameChars: 30,
  memberStudentNoChars: 30,
} as const;
