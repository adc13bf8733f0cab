/** Limits that only the annotation slice enforces; contract/src/annotation/limits.ts has those the client needs too. */
export const ANNOTATION_LIMITS = {
  /** Maximum number of conflicting texts stored with a note; further ones are rejected until the user resolves them. */
  noteOtherBodies: 20,
} as const;
