/** What every slider is given, ours and a supplier's. */
export interface SliderProps {
  /** Another value begins another puzzle. */
  readonly turn: number;
  /** Hears the `captcha` of the calls after a slider. It is good for one call, whatever comes of it. */
  readonly onSolved: (captcha: string) => void;
  /** The person wants another puzzle: an answer given before is void. */
  readonly onRestart: () => void;
  readonly onLoadFailure: () => void;
}
