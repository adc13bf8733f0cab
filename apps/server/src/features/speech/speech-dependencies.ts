/** Dependencies of the speech use cases. */
import type { SpeechGateway } from '../../gateways/speech/speech-gateway.ts';
import type { Logger } from '../../platform/logger.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';

export interface SpeechDependencies {
  /** The operator's speech service; undefined if there is none. */
  readonly speech: SpeechGateway | undefined;
  readonly limiter: RateLimiter;
  readonly log: Logger;
}
