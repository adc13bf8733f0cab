/** A slider of a supplier: shown by a script of its own in the browser, checked by its server. Our own stays good beside it. */

export interface HostedSlider {
  /** What its script loads and calls, for the page's content security policy. */
  readonly sources: { script: readonly string[]; style: readonly string[]; img: readonly string[]; connect: readonly string[] };
  /** What the page needs to show it; undefined for a while after the supplier did not answer: then ours is offered. */
  offer(): { provider: 'aliyun'; sceneId: string; prefix: string; region: string } | undefined;
  /** Whether the supplier takes the answer. Throws `HostedSliderUnavailableError` when it could not be asked. */
  verify(answer: string): Promise<boolean>;
}

export class HostedSliderUnavailableError extends Error {
  override readonly name = 'HostedSliderUnavailableError';
}
