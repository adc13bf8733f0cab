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
  memberGroupChars: 20,
  /** Our choice: the assistants of a large lecture course. */
  coTeachersMax: 20,
  announcementChars: 2_000,
  /** Our choice: announcements of a class that are stored at the same time; older ones must be deleted first. */
  announcementsMax: 500,
} as const;
