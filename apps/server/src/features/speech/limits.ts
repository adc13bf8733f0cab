/** Limits that only the speech slice enforces; contract/src/speech/limits.ts has those the client needs too. "Our choice" marks a limit that no specification demands. */
export const SPEECH_LIMITS = {
  /** Our choice: a reader who listens at three times the speed hears about 40 sentences a minute, and skips some. */
  sentencesPerMinute: 90,
  /** Our choice: about 16 hours of listening. */
  sentencesPerDay: 15_000,
} as const;
