/** Limits of the discussion slice that the server shares with the contract or the client. */
export const discussionLimits = {
  /** Our choice: questions and shared passages of a class that are stored at the same time; older ones must be deleted first. */
  threadsPerClassMax: 1_000,
  repliesPerThreadMax: 200,
  threadBodyChars: 1_000,
  hiddenReasonChars: 200,
  /** Our choice: posts and replies of one topic. */
  postsPerTopicMax: 3_000,
  topicPostChars: 1_000,
} as const;
