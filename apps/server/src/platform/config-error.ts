/** An error about an invalid setting, with a message for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
