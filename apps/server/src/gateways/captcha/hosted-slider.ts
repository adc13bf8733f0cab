/**
 * A slider captcha of a supplier: displayed by the supplier's script in the browser, verified by its server. Answers to our own slider are
 * accepted, too.
 */

export interface HostedSlider {
  /** The origins that the supplier's script loads and calls, for the content security policy of the page. */
  readonly sources: { script: readonly string[]; style: readonly string[]; img: readonly string[]; connect: readonly string[] };
  /**
   * Returns the settings that the page needs to display the supplier's slider. Returns undefined for a while after the supplier failed; our
   * own slider is offered then.
   */
  offer(): { provider: 'aliyun'; sceneId: string; prefix: string; region: string } | undefined;
  /** Returns whether the supplier accepts the token. Throws `HostedSliderUnavailableError` when the supplier cannot be reached. */
  verify(answer: string): Promise<boolean>;
}

export class HostedSliderUnavailableError extends Error {
  override readonly name = 'HostedSliderUnavailableError';
}
