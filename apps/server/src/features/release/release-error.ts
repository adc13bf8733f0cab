/** A file or key that cannot be used for a release; the message is for the operator. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}
